"""Games and searches in a web page, without a server: WebAssembly made of the same code as the machine code here."""
