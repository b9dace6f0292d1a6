import { WarehouseSourceError } from './errors';

/** The limits of one load, set by the operator. */
export interface LoadLimits {
  readonly maxRows: number;
  /** The maximum uncompressed size of all files. */
  readonly maxBytes: number;
}

const MAX_COLUMNS = 500;
/** The maximum length of one row as text. */
export const MAX_ROW_CHARACTERS = 4 * 1024 * 1024;
/** The maximum number of files that match a URL pattern. */
export const MAX_FILES = 1_000;

/** Counts the bytes of all files of a load. */
export class ByteBudget {
  private used = 0;

  constructor(private readonly maxBytes: number) {}

  /** @throws WarehouseSourceError if the limit is exceeded */
  spend(bytes: number): void {
    this.used += bytes;
    if (this.used > this.maxBytes) {
      throw new WarehouseSourceError(
        `The data is larger than ${Math.floor(this.maxBytes / 1024 / 1024)} MB unpacked, the most this server loads.`,
      );
    }
  }
}

export function checkColumnCount(count: number): void {
  if (count > MAX_COLUMNS) {
    throw new WarehouseSourceError(`The data has more than ${MAX_COLUMNS} columns.`);
  }
}
