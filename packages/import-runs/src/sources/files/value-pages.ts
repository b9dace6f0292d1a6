import { isUtf8 } from 'node:buffer';
import { ImportSourceError } from '../source';
import type { Lines } from './line-pages';
import { MAX_LINE_BYTES } from './line-pages';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN = 0x7b;
const CLOSE = 0x7d;
/** Blanks, commas, brackets and the byte order mark, which may all be between two values. */
const BETWEEN = new Set([0x20, 0x09, 0x0a, 0x0d, 0x2c, 0x5b, 0x5d, 0xef, 0xbb, 0xbf]);

/** Whether text, whose bytes begin with these, has its values in an array. Null if the bytes are blank. */
export function beginsArray(bytes: Buffer): boolean | null {
  const first = bytes.find((byte) => byte === 0x5b || !BETWEEN.has(byte));
  return first === undefined ? null : first === 0x5b;
}

/**
 * Reads the values of JSON arrays from UTF-8 text, in any layout. Each batch has the values that a chunk of the stream
 * completes. The text may have several arrays, and objects between them.
 *
 * @param skip the bytes to skip; a value must not begin before and end after them
 * @throws ImportSourceError for a value that is too long
 */
export async function* valuePages(
  stream: AsyncIterable<unknown>,
  skip: number,
): AsyncGenerator<Lines> {
  const scanner = new ValueScanner();
  let rest: Buffer = Buffer.alloc(0);
  let at = 0;
  for await (const piece of stream) {
    const given = piece as Buffer;
    const chunk = given.subarray(Math.min(given.length, Math.max(0, skip - at)));
    at += given.length;
    if (chunk.length === 0) continue;
    const whole = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    const { values, end } = scanner.scan(whole);
    // Copied, because a slice would keep the whole chunk in memory.
    rest = Buffer.from(whole.subarray(end));
    if (rest.length > MAX_LINE_BYTES) throw tooLong(at);
    if (values.length > 0) yield { lines: values.map(textOf), end: at - rest.length };
  }
  // A value without an end, because the file was cut off. It is reported as invalid.
  if (scanner.isWithin) yield { lines: [textOf(rest)], end: at };
}

/** Finds the ends of values. The text inside of a value is not checked, because it is parsed afterwards. */
class ValueScanner {
  private depth = 0;
  private inText = false;
  private escaped = false;
  /** Whether the current value is neither an object nor a text. */
  private isPlain = false;
  /** The position in the next bytes up to which they are already scanned. */
  private scanned = 0;

  /** Whether the last value has no end yet. */
  get isWithin(): boolean {
    return this.depth > 0 || this.inText || this.isPlain;
  }

  /** Returns the complete values, and the position at which the next call must begin. */
  scan(bytes: Buffer): { readonly values: readonly Buffer[]; readonly end: number } {
    const values: Buffer[] = [];
    let start = 0;
    for (let at = this.scanned; at < bytes.length; at += 1) {
      const byte = bytes[at] ?? 0;
      if (this.isWithin) {
        if (!this.ends(byte)) continue;
        // A plain value ends before the byte that follows it, which is between values.
        values.push(bytes.subarray(start, BETWEEN.has(byte) ? at : at + 1));
        start = at + 1;
      } else if (!BETWEEN.has(byte)) {
        start = at;
        this.begin(byte);
      } else start = at + 1;
    }
    this.scanned = bytes.length - start;
    return { values, end: start };
  }

  private begin(byte: number): void {
    if (byte === OPEN) this.depth = 1;
    else if (byte === QUOTE) this.inText = true;
    else this.isPlain = true;
  }

  /** Continues the current value with a byte. Returns whether it is complete. */
  private ends(byte: number): boolean {
    if (this.inText) {
      if (this.escaped) this.escaped = false;
      else if (byte === BACKSLASH) this.escaped = true;
      else if (byte === QUOTE) this.inText = false;
      return !this.inText && this.depth === 0;
    }
    if (this.isPlain) {
      this.isPlain = !BETWEEN.has(byte);
      return !this.isPlain;
    }
    if (byte === QUOTE) this.inText = true;
    else if (byte === OPEN) this.depth += 1;
    else if (byte === CLOSE) this.depth -= 1;
    return this.depth === 0;
  }
}

function textOf(bytes: Buffer): string | null {
  return isUtf8(bytes) ? bytes.toString('utf8') : null;
}

function tooLong(at: number): ImportSourceError {
  return new ImportSourceError(
    `A value that is not complete at byte ${at} is longer than ${MAX_LINE_BYTES / 1024 / 1024} MB.`,
  );
}
