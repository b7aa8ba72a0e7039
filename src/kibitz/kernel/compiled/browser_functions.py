"""Functions that code for a browser needs and no library there has, in LLVM's language.

Nobody else can write a word there while a search runs: now and then it calls `pause`, where the script may do so, and sees how
far the search has come. And numbers of 128 bits are shifted by functions, whose names LLVM knows.
"""

from kibitz.kernel.compiled.words import LISTENING

PAUSE = 1024  # reads of shared words between two pauses: one for each position, as a rule
LISTEN = f"""
@countdown = internal global i32 {PAUSE}
declare void @pause()
define i64 @"{LISTENING}"(ptr %word) alwaysinline {{
  %before = load i32, ptr @countdown
  %left = sub i32 %before, 1
  store i32 %left, ptr @countdown
  %due = icmp eq i32 %left, 0
  br i1 %due, label %wait, label %look
wait:
  store i32 {PAUSE}, ptr @countdown
  call void @pause()
  br label %look
look:
  %found = load atomic i64, ptr %word monotonic, align 8
  ret i64 %found
}}
"""
# Bits leave the word `near` for `far`; what is moved by 64 places or more comes to lie in that alone, and `fill` follows.
SHIFT = """
define void @{name}(ptr %out, i64 %low, i64 %high, i32 %places) {{
  %whole = zext i32 %places to i64
  %few = and i64 %whole, 63
  %rest = sub i64 63, %few
  %fill = {fill}
  %kept = {keep} i64 {near}, %few
  %far = {move} i64 {far}, %few
  %once = {back} i64 {near}, 1
  %over = {back} i64 %once, %rest
  %joined = or i64 %far, %over
  %moved = {keep} i64 {near}, %few
  %is_far = icmp uge i64 %whole, 64
  %first = select i1 %is_far, i64 %moved, i64 %joined
  %second = select i1 %is_far, i64 %fill, i64 %kept
  %next = getelementptr i64, ptr %out, i32 1
  {store}
  ret void
}}
"""
LOW_FIRST = "store i64 %first, ptr %out\n  store i64 %second, ptr %next"
HIGH_FIRST = "store i64 %second, ptr %out\n  store i64 %first, ptr %next"
RIGHT = {"near": "%high", "far": "%low", "move": "lshr", "back": "shl", "store": LOW_FIRST}
LEFT = {"near": "%low", "far": "%high", "move": "shl", "back": "lshr", "store": HIGH_FIRST}
SHIFTS = (
    {"name": "__lshrti3", "keep": "lshr", "fill": "add i64 0, 0", **RIGHT},
    {"name": "__ashrti3", "keep": "ashr", "fill": "ashr i64 %high, 63", **RIGHT},
    {"name": "__ashlti3", "keep": "shl", "fill": "add i64 0, 0", **LEFT},
)


def browser_functions() -> str:
    """All of them."""
    return "\n".join([LISTEN, *(SHIFT.format(**one) for one in SHIFTS)])
