/** Bytes a varint of any length below 2^35 needs. */
const MAX_LENGTH_BYTES = 5;
/** Enough to make up for the call, and few enough that a text with other characters does not affect many. */
const TEXTS_AT_ONCE = 64;
/** The lengths below 128, each as the character with this code: a varint of one byte. */
const ONE_BYTE_LENGTHS = Array.from({ length: 128 }, (_, length) => String.fromCharCode(length));
/** Up to this length a loop is faster than a call of the runtime; below 128, so that the length is one byte. */
const SHORT = 24;
const TWO_POW_32 = 2 ** 32;
/** UTF-8 takes at most three bytes for a UTF-16 unit. */
const MAX_BYTES_PER_UNIT = 3;
const CANONICAL_UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;
/** Where the digits of each byte are in the text of a UUID, in the order in which the bytes are written. */
const UUID_BYTE_PLACES = [16, 14, 11, 9, 6, 4, 2, 0, 34, 32, 30, 28, 26, 24, 21, 19];

/**
 * Writes values as ClickHouse's formats RowBinary (row by row) and Native (column by column) hold them.
 * Text is written as it is: neither we nor the engine look for escapes in it.
 */
export class BinaryWriter {
  private buffer: Buffer;
  private end = 0;

  /** @param expectedBytes more than that costs copies. */
  constructor(expectedBytes = 1 << 16) {
    this.buffer = Buffer.allocUnsafe(expectedBytes);
  }

  /** Bytes so far. */
  get length(): number {
    return this.end;
  }

  /** All that was written; valid until the next value. */
  bytes(): Buffer {
    return this.buffer.subarray(0, this.end);
  }

  /** String, and JSON with `input_format_binary_read_json_as_string`. Stray surrogates become U+FFFD. */
  string(text: string): void {
    const most = text.length * MAX_BYTES_PER_UNIT + MAX_LENGTH_BYTES;
    // Bytes are counted only near the end of the buffer, so that it grows no more than it must.
    if (this.end + most > this.buffer.length) {
      this.reserve(Buffer.byteLength(text) + 2 * MAX_LENGTH_BYTES);
    }
    if (text.length <= SHORT && this.putShortAscii(text)) return;
    // Most text has one byte per unit, so this is the size of its length; the text moves if it is not.
    const start = this.end;
    const expected = varintSize(text.length);
    const bytes = this.buffer.write(text, start + expected, 'utf8');
    const size = varintSize(bytes);
    if (size !== expected) {
      this.buffer.copyWithin(start + size, start + expected, start + expected + bytes);
    }
    this.putVarint(bytes);
    this.end += bytes;
  }

  /** Several strings, one after the other. Many short texts are written by one call of the runtime. */
  strings(texts: readonly string[]): void {
    for (let from = 0; from < texts.length; from += TEXTS_AT_ONCE) {
      const some = texts.slice(from, from + TEXTS_AT_ONCE);
      if (!this.putAsciiTexts(some)) for (const text of some) this.string(text);
    }
  }

  /** A whole number from 0 to 2^31 - 1 in groups of seven bits, lowest first. */
  varint(value: number): void {
    this.reserve(MAX_LENGTH_BYTES);
    this.putVarint(value);
  }

  /** UInt8. */
  byte(value: number): void {
    this.reserve(1);
    this.buffer[this.end++] = value;
  }

  /** Returns the next `count` bytes, to be filled by the caller before the next value is written. */
  bytesToFill(count: number): Uint8Array {
    this.reserve(count);
    const bytes = this.buffer.subarray(this.end, this.end + count);
    this.end += count;
    return bytes;
  }

  /** Int64, DateTime64. Exact for whole numbers that a JavaScript number holds, from -2^63 to below 2^63. */
  int64(value: number): void {
    this.reserve(8);
    const high = Math.floor(value / TWO_POW_32);
    this.buffer.writeUInt32LE(value - high * TWO_POW_32, this.end);
    this.buffer.writeInt32LE(high, this.end + 4);
    this.end += 8;
  }

  bigInt64(value: bigint): void {
    this.reserve(8);
    this.end = this.buffer.writeBigInt64LE(value, this.end);
  }

  float64(value: number): void {
    this.reserve(8);
    this.end = this.buffer.writeDoubleLE(value, this.end);
  }

  bool(value: boolean): void {
    this.reserve(1);
    this.buffer[this.end++] = value ? 1 : 0;
  }

  /**
   * UUID in its canonical text: two 64-bit numbers, each with its lowest byte first.
   * @throws RangeError for text of another form
   */
  uuid(text: string): void {
    if (!CANONICAL_UUID.test(text)) throw new RangeError('not a UUID in its canonical form');
    this.reserve(16);
    for (const place of UUID_BYTE_PLACES) {
      this.buffer[this.end++] =
        (digit(text.charCodeAt(place)) << 4) | digit(text.charCodeAt(place + 1));
    }
  }

  /** Returns false, and writes nothing, for text with other characters. */
  private putShortAscii(text: string): boolean {
    const start = this.end + 1;
    for (let index = 0; index < text.length; index += 1) {
      const code = text.charCodeAt(index);
      if (code >= 0x80) return false;
      this.buffer[start + index] = code;
    }
    this.buffer[this.end] = text.length;
    this.end = start + text.length;
    return true;
  }

  /** Returns false, and writes nothing, if a text has other characters or a length of more than one byte. */
  private putAsciiTexts(texts: readonly string[]): boolean {
    let joined = '';
    for (const text of texts) {
      if (text.length >= ONE_BYTE_LENGTHS.length) return false;
      joined += `${ONE_BYTE_LENGTHS[text.length]}${text}`;
    }
    this.reserve(joined.length * MAX_BYTES_PER_UNIT);
    const bytes = this.buffer.write(joined, this.end, 'utf8');
    if (bytes !== joined.length) return false;
    this.end += bytes;
    return true;
  }

  private putVarint(value: number): void {
    let rest = value;
    while (rest >= 0x80) {
      this.buffer[this.end++] = (rest & 0x7f) | 0x80;
      rest >>>= 7;
    }
    this.buffer[this.end++] = rest;
  }

  private reserve(bytes: number): void {
    if (this.end + bytes <= this.buffer.length) return;
    const larger = Buffer.allocUnsafe(Math.max(this.buffer.length * 2, this.end + bytes));
    this.buffer.copy(larger, 0, 0, this.end);
    this.buffer = larger;
  }
}

/** Value of a hexadecimal digit: the low four bits of `0` to `9`; of `a` to `f` (1 to 6) plus nine. */
function digit(code: number): number {
  return (code & 0xf) + (code > 0x39 ? 9 : 0);
}

/** Bytes of a length as a varint. */
function varintSize(value: number): number {
  let size = 1;
  for (let rest = value; rest >= 0x80; rest >>>= 7) size += 1;
  return size;
}
