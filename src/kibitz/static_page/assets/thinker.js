"use strict";
// A worker that searches. Nothing here knows a rule of any game.

// Asks the worker of one game. A question that is under way is given up by `stop`, at once: a new worker takes its place.
class Thinker {
  constructor(game) {
    this.game = game;
    this.asked = new Map();
    this.count = 0;
  }

  start() {
    const source = `"use strict";\n${searching.toString()}\nsearching().serve(self);`;
    this.worker = new Worker(URL.createObjectURL(new Blob([source], { type: "text/javascript" })));
    this.worker.addEventListener("message", ({ data }) => this.hear(data));
    this.worker.addEventListener("error", (event) => {
      event.preventDefault();
      this.fail("the browser has stopped the computer's thinking");
    });
    const { worker } = this;
    const open = async () => {
      const whole = await this.game.whole();
      if (worker === this.worker) await this.send({ open: whole });
    };
    this.isOpen = open().catch((wrong) => this.fail(wrong.message));
  }

  fail(why) {
    const waiting = [...this.asked.values()];
    this.close();
    for (const { no } of waiting) no(new Error(why));
  }

  close() {
    this.worker?.terminate();
    this.worker = null;
    this.asked.clear();
  }

  send(message, news) {
    const number = ++this.count;
    return new Promise((yes, no) => {
      this.asked.set(number, { yes, no, news });
      this.worker.postMessage({ number, ...message });
    });
  }

  // The final thought about the position after these moves; `news` hears better and better ones. Null if it was stopped.
  async ask(moves, job, news) {
    if (!this.worker) this.start();
    const { worker } = this;
    await this.isOpen;
    if (worker !== this.worker) return new Promise(() => {}); // given up meanwhile
    return this.send({ moves, job }, news);
  }

  hear({ number, thought, more, wrong }) {
    const asked = this.asked.get(number);
    if (!asked) return;
    if (more) return asked.news?.(thought);
    this.asked.delete(number);
    if (wrong) asked.no(new Error(wrong));
    else asked.yes(thought);
  }

  stop() {
    const waiting = [...this.asked.values()];
    if (!waiting.length) return;
    this.close();
    for (const { yes } of waiting) yes(null);
  }
}
