/**
 * Reads the row count from the footer at the end of a Parquet file, which a truncated file does not have. Reads only
 * that number from Thrift's compact protocol: version, schema (skipped), rows.
 * @param end the end of the file, including the whole footer
 * @throws when this is not the end of a Parquet file
 */
export function parquetRowCount(end: Buffer): number {
  if (end.length < 12 || end.toString('latin1', end.length - 4) !== 'PAR1') {
    throw new Error('The Parquet file is incomplete');
  }
  const length = end.readUInt32LE(end.length - 8);
  if (length > end.length - 8) throw new Error('The Parquet footer is too long');
  const reader = new CompactReader(end.subarray(end.length - 8 - length));
  const rows = reader.findNumber(NUM_ROWS);
  if (rows === null) throw new Error('The Parquet footer has no row count');
  return rows;
}

/** Field id in FileMetaData. */
const NUM_ROWS = 3;

const Kind = {
  Stop: 0,
  True: 1,
  False: 2,
  Byte: 3,
  I16: 4,
  I32: 5,
  I64: 6,
  Double: 7,
  Binary: 8,
  List: 9,
  Set: 10,
  Struct: 12,
} as const;

class CompactReader {
  private at = 0;

  constructor(private readonly bytes: Buffer) {}

  /** An integer field of the struct that begins here. */
  findNumber(wanted: number): number | null {
    for (let id = 0; ;) {
      const header = this.byte();
      const kind = header & 0x0f;
      if (kind === Kind.Stop) return null;
      id = header >> 4 === 0 ? zigzag(this.varint()) : id + (header >> 4);
      if (id === wanted) return zigzag(this.varint());
      this.skip(kind);
    }
  }

  private skip(kind: number): void {
    switch (kind) {
      case Kind.True:
      case Kind.False:
      case Kind.Stop:
        return;
      case Kind.Byte:
        this.at += 1;
        return;
      case Kind.I16:
      case Kind.I32:
      case Kind.I64:
        this.varint();
        return;
      case Kind.Double:
        this.at += 8;
        return;
      case Kind.Binary: {
        const length = this.varint();
        this.at += length;
        return;
      }
      case Kind.List:
      case Kind.Set:
        this.skipList();
        return;
      case Kind.Struct:
        this.skipStruct();
        return;
      default:
        throw new Error('The Parquet footer has an unknown field');
    }
  }

  private skipList(): void {
    const header = this.byte();
    const kind = header & 0x0f;
    const count = header >> 4 === 15 ? this.varint() : header >> 4;
    for (let index = 0; index < count; index += 1) {
      // In a list, each boolean has its own byte.
      this.skip(kind === Kind.True || kind === Kind.False ? Kind.Byte : kind);
    }
  }

  private skipStruct(): void {
    for (;;) {
      const header = this.byte();
      const kind = header & 0x0f;
      if (kind === Kind.Stop) return;
      if (header >> 4 === 0) this.varint();
      this.skip(kind);
    }
  }

  private byte(): number {
    const value = this.bytes[this.at];
    if (value === undefined) throw new Error('The Parquet footer ends too early');
    this.at += 1;
    return value;
  }

  /** Exact up to 2^53, far above any count. */
  private varint(): number {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = this.byte();
      value += (byte & 0x7f) * factor;
      if (byte < 0x80) return value;
    }
  }
}

function zigzag(value: number): number {
  return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
}
