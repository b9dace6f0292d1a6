import { isUtf8 } from 'node:buffer';
import { ImportSourceError } from '../source';

const LINE_FEED = 0x0a;
/** The maximum bytes of one line or value. An event has at most 1 MB, and its person properties about the same. */
export const MAX_LINE_BYTES = 8 * 1024 * 1024;

/** Complete lines. `end` is the position of the next line, in bytes of decompressed text from the beginning. */
export interface Lines {
  /** Null for a line that is not UTF-8. */
  readonly lines: readonly (string | null)[];
  readonly end: number;
}

/**
 * Reads lines of UTF-8 text. Each batch has the lines that a chunk of the stream completes. Blank lines are left out.
 *
 * @param skip the bytes to skip; a line must begin after them
 * @throws ImportSourceError for a line that is too long
 */
export async function* linePages(
  stream: AsyncIterable<unknown>,
  skip: number,
): AsyncGenerator<Lines> {
  let rest: Buffer = Buffer.alloc(0);
  let at = 0;
  for await (const piece of stream) {
    let chunk = piece as Buffer;
    if (at + chunk.length <= skip) {
      at += chunk.length;
      continue;
    }
    if (at < skip) {
      chunk = chunk.subarray(skip - at);
      at = skip;
    }
    at += chunk.length;
    const last = chunk.lastIndexOf(LINE_FEED);
    if (last === -1) {
      rest = Buffer.concat([rest, chunk]);
      if (rest.length > MAX_LINE_BYTES) throw tooLong(at);
      continue;
    }
    const whole = Buffer.concat([rest, chunk.subarray(0, last)]);
    // Copied, because a slice would keep the whole chunk in memory.
    rest = Buffer.from(chunk.subarray(last + 1));
    yield { lines: linesOf(whole), end: at - rest.length };
  }
  if (rest.length > 0) yield { lines: linesOf(rest), end: at };
}

function linesOf(bytes: Buffer): (string | null)[] {
  if (isUtf8(bytes)) {
    const lines = bytes.toString('utf8').split('\n');
    return lines.filter((line) => line.trim() !== '');
  }
  const lines: (string | null)[] = [];
  for (let at = 0; at < bytes.length;) {
    const found = bytes.indexOf(LINE_FEED, at);
    const end = found === -1 ? bytes.length : found;
    const line = bytes.subarray(at, end);
    lines.push(...(isUtf8(line) ? linesOf(line) : [null]));
    at = end + 1;
  }
  return lines;
}

function tooLong(at: number): ImportSourceError {
  return new ImportSourceError(
    `A line that ends after byte ${at} is longer than ${MAX_LINE_BYTES / 1024 / 1024} MB.`,
  );
}
