import type { Readable } from 'node:stream';

/** Bytes from `start` up to, not with, `end`. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** One file of a source. Reads fail with WarehouseSourceError. */
export interface SourceFile {
  /** Text for error messages. */
  readonly name: string;
  size(): Promise<number>;
  read(range?: ByteRange): Promise<Readable>;
}

export interface Source {
  /** In the order of their names; at least one. @throws WarehouseSourceError */
  files(): Promise<readonly SourceFile[]>;
  close(): void;
}
