/** A part of a file: the bytes of a document, or the issue if the part is not valid JSON. */
export interface SourcePart {
  /** The line where it begins, starting at 1. */
  readonly line: number;
  /** Its index in the list, starting at 0; null in a file with one document per line. */
  readonly index: number | null;
  readonly content: { readonly bytes: Buffer } | { readonly issue: string };
}

/** Above the limits of a document database, whose exports are at most 16 MB and 100 levels deep. */
export const MAX_BYTES = 32 * 1024 * 1024;
export const MAX_DEPTH = 200;

export const ISSUES = {
  unfinished: 'broken JSON: the document does not end',
  brackets: 'broken JSON: brackets that do not match',
  line: 'broken JSON: a text that does not end in its line',
  deep: `broken JSON: nested deeper than ${MAX_DEPTH} levels`,
  large: 'the document is larger than 32 MB',
  open: 'broken JSON: the list does not end',
  after: 'broken JSON: text after the end of the list',
  utf16: 'the file is UTF-16; it must be UTF-8',
};

type State = 'start' | 'first' | 'between' | 'container' | 'loose' | 'lost' | 'after' | 'done';

const NEWLINE = 0x0a;
const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_LIST = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

const isSpace = (byte: number | undefined) => byte === 0x20 || byte === 0x09 || byte === 0x0d;

/**
 * Finds the documents in the bytes of a file that is a JSON list or has one document per line, pretty-printed or not.
 * It only looks at brackets and quotes. After a broken document, it continues at the next line that begins a document
 * and is not indented more deeply than the broken one.
 */
export class DocumentSplitter {
  #bytes: Buffer = Buffer.alloc(0);
  #at = 0;
  #state: State = 'start';
  #isList = false;
  #line = 1;
  #isLineStart = true;
  #indent = 0;
  // The start of the part being read.
  #start = 0;
  #startLine = 1;
  #startIndent = 0;
  #index = 0;
  #isInText = false;
  #isEscaped = false;
  #last = 0;
  #depth = 0;
  #closers = new Uint8Array(MAX_DEPTH + 1);
  /** The first line within the part where the next document could begin if this one turns out to be broken. */
  #next: { at: number; line: number; indent: number } | null = null;

  /** Reads another chunk of the file and yields the parts that end in it. */
  *push(chunk: Buffer): Generator<SourcePart> {
    const isReading = this.#state === 'container' || this.#state === 'loose' || this.#state === 'start';
    const keptFrom = isReading ? this.#start : this.#at;
    this.#bytes = keptFrom < this.#bytes.length ? Buffer.concat([this.#bytes.subarray(keptFrom), chunk]) : chunk;
    this.#at -= keptFrom;
    this.#start = 0;
    if (this.#next) this.#next.at -= keptFrom;
    yield* this.#read();
    if ((this.#state === 'container' || this.#state === 'loose') && this.#at - this.#start > MAX_BYTES) {
      yield this.#broken(ISSUES.large);
      yield* this.#read();
    }
  }

  /** Ends the file and yields the remaining part. */
  *end(): Generator<SourcePart> {
    if (this.#state === 'start') yield* this.#begin(true);
    for (;;) {
      yield* this.#read();
      if (this.#state !== 'container') break;
      yield this.#broken(ISSUES.unfinished);
    }
    if (this.#state === 'loose') yield this.#complete();
    else if (this.#isList && this.#state === 'between')
      yield { line: this.#line, index: this.#index, content: { issue: ISSUES.open } };
  }

  *#read(): Generator<SourcePart> {
    if (this.#state === 'start') yield* this.#begin(false);
    while (this.#at < this.#bytes.length && this.#state !== 'start' && this.#state !== 'done') {
      const part = this.#step();
      if (part) yield part;
    }
  }

  #step(): SourcePart | null {
    if (this.#state === 'container') return this.#readContainer();
    if (this.#state === 'loose') return this.#readLoose();
    if (this.#state === 'lost') return this.#findLine();
    return this.#readBetween();
  }

  *#begin(isAll: boolean): Generator<SourcePart> {
    if (this.#bytes.length < 3 && !isAll) return;
    this.#state = 'first';
    const [first, second, third] = this.#bytes;
    if (first === 0xef && second === 0xbb && third === 0xbf) this.#at = 3;
    if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) {
      this.#state = 'done';
      yield { line: 1, index: null, content: { issue: ISSUES.utf16 } };
    }
  }

  #newline(): void {
    this.#line++;
    this.#isLineStart = true;
    this.#indent = 0;
  }

  /** Skips spaces and newlines. @returns the next byte, or undefined at the end of the bytes */
  #skipSpace(): number | undefined {
    for (; this.#at < this.#bytes.length; this.#at++) {
      const byte = this.#bytes[this.#at];
      if (byte === NEWLINE) this.#newline();
      else if (!isSpace(byte)) return byte;
      else if (this.#isLineStart) this.#indent++;
    }
    return undefined;
  }

  #readBetween(): SourcePart | null {
    const byte = this.#skipSpace();
    if (byte === undefined) return null;
    this.#isLineStart = false;
    if (this.#state === 'after') {
      this.#state = 'done';
      return { line: this.#line, index: null, content: { issue: ISSUES.after } };
    }
    if (this.#state === 'first') {
      this.#state = 'between';
      this.#isList = byte === OPEN_LIST;
      if (this.#isList) {
        this.#at++;
        return null;
      }
    }
    if (this.#isList && (byte === COMMA || byte === CLOSE_LIST)) {
      if (byte === CLOSE_LIST) this.#state = 'after';
      this.#at++;
      return null;
    }
    this.#open(byte === OPEN_OBJECT || byte === OPEN_LIST ? 'container' : 'loose');
    return null;
  }

  #open(state: 'container' | 'loose'): void {
    this.#state = state;
    this.#start = this.#at;
    this.#startLine = this.#line;
    this.#startIndent = this.#indent;
    this.#depth = 0;
    this.#last = 0;
    this.#isInText = false;
    this.#isEscaped = false;
    this.#next = null;
  }

  #part(content: SourcePart['content']): SourcePart {
    return { line: this.#startLine, index: this.#isList ? this.#index++ : null, content };
  }

  #complete(): SourcePart {
    this.#state = 'between';
    return this.#part({ bytes: this.#bytes.subarray(this.#start, this.#at) });
  }

  /** Abandons the part and continues where the next document seems to start. */
  #broken(issue: string): SourcePart {
    const part = this.#part({ issue });
    if (this.#next) {
      this.#at = this.#next.at;
      this.#line = this.#next.line;
      this.#indent = this.#next.indent;
      this.#isLineStart = false;
      this.#open('container');
    } else this.#state = 'lost';
    return part;
  }

  /** After a broken part, skips everything up to a line that can begin a document or end the list. */
  #findLine(): null {
    for (;;) {
      const byte = this.#skipSpace();
      if (byte === undefined) return null;
      const isBeginning = this.#isLineStart && this.#indent <= this.#startIndent;
      this.#isLineStart = false;
      if (isBeginning && byte === OPEN_OBJECT) {
        this.#open('container');
        return null;
      }
      if (isBeginning && this.#isList && byte === CLOSE_LIST) {
        this.#at++;
        this.#state = 'after';
        return null;
      }
      const newline = this.#bytes.indexOf(NEWLINE, this.#at);
      this.#at = newline < 0 ? this.#bytes.length : newline;
    }
  }

  /** Reads a value that is neither object nor list, up to the end of the line or, in a list, of the element. */
  #readLoose(): SourcePart | null {
    for (; this.#at < this.#bytes.length; this.#at++) {
      const byte = this.#bytes[this.#at];
      if (byte === NEWLINE) return this.#complete();
      if (this.#isEscaped) this.#isEscaped = false;
      else if (byte === BACKSLASH) this.#isEscaped = true;
      else if (byte === QUOTE) this.#isInText = !this.#isInText;
      else if (this.#isList && !this.#isInText && (byte === COMMA || byte === CLOSE_LIST)) return this.#complete();
    }
    return null;
  }

  #readContainer(): SourcePart | null {
    while (this.#at < this.#bytes.length) {
      const part = this.#isInText ? this.#readText() : this.#readStructure();
      if (part) return part;
    }
    return null;
  }

  #readText(): SourcePart | null {
    const bytes = this.#bytes;
    for (let at = this.#at; at < bytes.length; at++) {
      const byte = bytes[at];
      if (byte === NEWLINE) {
        this.#at = at;
        return this.#broken(ISSUES.line);
      }
      if (this.#isEscaped) this.#isEscaped = false;
      else if (byte === BACKSLASH) this.#isEscaped = true;
      else if (byte === QUOTE) {
        this.#at = at + 1;
        this.#isInText = false;
        return null;
      }
    }
    this.#at = bytes.length;
    return null;
  }

  /** Reads up to the next string. */
  #readStructure(): SourcePart | null {
    for (; this.#at < this.#bytes.length; this.#at++) {
      const byte = this.#bytes[this.#at] ?? 0;
      if (byte === NEWLINE) this.#newline();
      else if (!isSpace(byte)) {
        const part = this.#readSign(byte);
        if (part) return part;
        if (byte === QUOTE) return null;
      } else if (this.#isLineStart) this.#indent++;
    }
    return null;
  }

  #readSign(byte: number): SourcePart | null {
    const end = (this.#isLineStart && byte === OPEN_OBJECT ? this.#meetLine() : null) ?? this.#bracket(byte);
    if (end) return end;
    this.#isLineStart = false;
    this.#last = byte;
    if (byte === QUOTE) {
      this.#isInText = true;
      this.#at++;
    }
    return null;
  }

  #bracket(byte: number): SourcePart | null {
    if (byte === OPEN_OBJECT || byte === OPEN_LIST) {
      if (this.#depth === MAX_DEPTH) return this.#broken(ISSUES.deep);
      this.#closers[this.#depth++] = byte + 2;
    } else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) {
      if (this.#closers[--this.#depth] !== byte) return this.#broken(ISSUES.brackets);
      if (this.#depth === 0) {
        this.#at++;
        return this.#complete();
      }
    }
    return null;
  }

  /**
   * Handles a line within a part that begins with `{` and is not indented more deeply, so that it may be the next
   * document. If the grammar does not allow an object there, it is the next document and the current part is broken.
   */
  #meetLine(): SourcePart | null {
    if (this.#indent > this.#startIndent || this.#depth === 0) return null;
    this.#next ??= { at: this.#at, line: this.#line, indent: this.#indent };
    const isInList = this.#closers[this.#depth - 1] === CLOSE_LIST;
    const canStand = this.#last === COLON || (isInList && (this.#last === COMMA || this.#last === OPEN_LIST));
    return canStand ? null : this.#broken(ISSUES.unfinished);
  }
}
