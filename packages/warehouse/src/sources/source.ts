import type { Readable } from 'node:stream';

/** The bytes from `start` to before `end`. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** One file of a source. Reads throw WarehouseSourceError. */
export interface SourceFile {
  /** The name in error messages. */
  readonly name: string;
  size(): Promise<number>;
  read(range?: ByteRange): Promise<Readable>;
}

export interface Source {
  /** The files in order of their names; at least one. @throws WarehouseSourceError */
  files(): Promise<readonly SourceFile[]>;
  close(): void;
}
