import { TextDecoder } from 'node:util';
import { type Sentence, sentence } from '@wayside/contract/sentences';

/** Thrown for a file that is not a result file of this bank. Its message is shown to the user who uploaded the file. */
export class BankResultError extends Error {
  readonly sentence: Sentence;

  constructor(said: Sentence) {
    super(said.message);
    this.sentence = said;
  }
}

const LINE_FEED = 0x0a;
const SAMPLE_BYTES = 1_000;
const INVALID_TEXT_FILE = sentence('no_text_file');
/**
 * The first bytes of binary files that spreadsheets and banks save instead of text: ZIP (XLSX), Office before 2007
 * (XLS), PDF.
 */
const BINARY = ['504b0304', 'd0cf11e0', '25504446'];

/** Windows-1252 characters at 0x80 to 0x9f, which Node.js decodes as Latin-1. */
const WINDOWS_1252 = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ';

type Encoding = 'utf-16le' | 'utf-16be' | 'bytes';

/** @throws BankResultError if the file is not text */
function encodingOf(beginning: Buffer): Encoding {
  if (BINARY.includes(beginning.subarray(0, 4).toString('hex'))) throw new BankResultError(INVALID_TEXT_FILE);
  const mark = beginning.subarray(0, 2).toString('hex');
  if (mark === 'fffe') return 'utf-16le';
  if (mark === 'feff') return 'utf-16be';
  const sample = beginning.subarray(0, SAMPLE_BYTES);
  const zeros = [0, 0];
  for (const [index, byte] of sample.entries()) if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  if (even === 0 && odd === 0) return 'bytes';
  // Every digit and English letter contains exactly one zero byte in UTF-16, so at least an eighth of the bytes are
  // zeros.
  if (Math.max(even, odd) < sample.length / 8 || Math.min(even, odd) > 0)
    throw new BankResultError(INVALID_TEXT_FILE);
  return odd > even ? 'utf-16le' : 'utf-16be';
}

/** Returns null for a text that is decoded line by line. @throws BankResultError if the file is not text */
function decoderOf(beginning: Buffer): TextDecoder | null {
  const encoding = encodingOf(beginning);
  return encoding === 'bytes' ? null : new TextDecoder(encoding);
}

/** Decodes a line as UTF-8, or as Windows-1252 if it is not valid UTF-8. Every byte is a character in Windows-1252. */
function decodeLine(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    const latin1 = Buffer.from(bytes).toString('latin1');
    return latin1.replaceAll(
      /[\u0080-\u009f]/g,
      (character) => WINDOWS_1252[character.charCodeAt(0) - 0x80] ?? ' ',
    );
  }
}

/**
 * Decodes a bank result file from UTF-8, UTF-16 or Windows-1252. Each piece ends at a line end, and line ends become
 * `\n` (BANK-06).
 * @throws BankResultError if the file is not text
 */
export function* bankFileText(file: Iterable<Uint8Array | string>): Generator<string, void> {
  let decoder: TextDecoder | null | undefined;
  let pending: Uint8Array[] = [];
  let rest = '';
  for (const piece of file) {
    const bytes = Buffer.from(piece);
    if (bytes.length === 0) continue;
    if (decoder === undefined) decoder = decoderOf(bytes);
    if (decoder !== null) {
      const text = decoder.decode(bytes, { stream: true });
      const end = text.lastIndexOf('\n') + 1;
      if (end > 0) yield withLineFeeds(rest + text.slice(0, end));
      rest = end > 0 ? text.slice(end) : rest + text;
      continue;
    }
    const end = bytes.lastIndexOf(LINE_FEED) + 1;
    if (end === 0) {
      pending.push(bytes);
      continue;
    }
    yield decodeLines(Buffer.concat([...pending, bytes.subarray(0, end)]));
    pending = end < bytes.length ? [bytes.subarray(end)] : [];
  }
  const last = decoder ? withLineFeeds(rest + decoder.decode()) : decodeLines(Buffer.concat(pending));
  if (last !== '') yield last;
}

function decodeLines(bytes: Buffer): string {
  if (bytes.includes(0)) throw new BankResultError(INVALID_TEXT_FILE);
  const lines: string[] = [];
  for (let start = 0; start < bytes.length; ) {
    const found = bytes.indexOf(LINE_FEED, start);
    const end = found === -1 ? bytes.length : found + 1;
    lines.push(decodeLine(bytes.subarray(start, end)));
    start = end;
  }
  return withLineFeeds(lines.join(''));
}

export const MAX_LINE_LENGTH = 100_000;
const PIECE_LENGTH = 65_536;

/**
 * Splits the text of a table into pieces of a few lines. It limits the length of a line, because matching a huge line
 * with the headings would take minutes.
 * @param text pieces that end at a line end @throws BankResultError if a line is too long
 */
export function* tableText(text: Iterable<string>): Generator<string, void> {
  let line = 0;
  for (const piece of text) {
    let first = 0;
    for (let start = 0; start < piece.length; ) {
      const found = piece.indexOf('\n', start);
      const end = found === -1 ? piece.length : found + 1;
      line += 1;
      if (end - start > MAX_LINE_LENGTH)
        throw new BankResultError(
          sentence('line_too_long', { line, most: MAX_LINE_LENGTH.toLocaleString('en-IN') }),
        );
      if (end - first > PIECE_LENGTH) {
        yield piece.slice(first, end);
        first = end;
      }
      start = end;
    }
    if (first < piece.length) yield piece.slice(first);
  }
}

const withLineFeeds = (text: string): string => text.replaceAll(/\r\n?/g, '\n');
