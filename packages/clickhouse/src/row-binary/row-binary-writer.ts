/** Bytes a varint of any length below 2^35 needs. */
const MAX_LENGTH_BYTES = 5;
const TWO_POW_32 = 2 ** 32;

/**
 * Writes values in ClickHouse's RowBinary format, one after the other in the order of the columns. Text
 * goes over as it is: neither we nor the engine look for escapes in it.
 */
export class RowBinaryWriter {
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
    const bytes = Buffer.byteLength(text);
    this.reserve(bytes + MAX_LENGTH_BYTES);
    let rest = bytes;
    while (rest >= 0x80) {
      this.buffer[this.end++] = (rest & 0x7f) | 0x80;
      rest >>>= 7;
    }
    this.buffer[this.end++] = rest;
    this.end += this.buffer.write(text, this.end, 'utf8');
  }

  /** Int64, DateTime64. Exact for whole numbers that a JavaScript number holds. */
  int64(value: number): void {
    this.reserve(8);
    const high = Math.floor(value / TWO_POW_32);
    this.buffer.writeUInt32LE(value - high * TWO_POW_32, this.end);
    this.buffer.writeInt32LE(high, this.end + 4);
    this.end += 8;
  }

  bool(value: boolean): void {
    this.reserve(1);
    this.buffer[this.end++] = value ? 1 : 0;
  }

  /** UUID in its canonical text: two 64-bit numbers, each with its lowest byte first. */
  uuid(text: string): void {
    this.reserve(16);
    const digits = text.replaceAll('-', '');
    this.buffer.write(digits, this.end, 'hex');
    this.buffer.subarray(this.end, this.end + 8).reverse();
    this.buffer.subarray(this.end + 8, this.end + 16).reverse();
    this.end += 16;
  }

  private reserve(bytes: number): void {
    if (this.end + bytes <= this.buffer.length) return;
    const larger = Buffer.allocUnsafe(Math.max(this.buffer.length * 2, this.end + bytes));
    this.buffer.copy(larger, 0, 0, this.end);
    this.buffer = larger;
  }
}
