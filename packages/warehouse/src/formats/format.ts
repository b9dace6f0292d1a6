import type { ByteBudget } from '../limits';
import type { FoundColumn } from '../schema/columns';
import type { SourceFile } from '../sources/source';

/** A row as text; null and what is absent are the same. */
export interface FileRow {
  /** The same array for all rows of a file whose columns are fixed. */
  readonly names: readonly string[];
  readonly values: readonly (string | null)[];
}

export interface FormatOptions {
  /** False: quotes are ordinary characters of CSV. */
  readonly csvQuotes: boolean;
}

/** @param options as stored with a table */
export function formatOptions(options: Readonly<Record<string, unknown>>): FormatOptions {
  return { csvQuotes: options['csv_allow_double_quotes'] !== false };
}

/** One way to write rows into a file. Both throw WarehouseSourceError. */
export interface FileFormat {
  /** The columns, read from the beginning of the file or its own schema. */
  columns(file: SourceFile, options: FormatOptions): Promise<readonly FoundColumn[]>;
  rows(file: SourceFile, options: FormatOptions, budget: ByteBudget): AsyncIterable<FileRow>;
}

/** How much of a text file its columns are guessed from. */
export const SAMPLE_ROWS = 10_000;
export const SAMPLE_BYTES = 8 * 1024 * 1024;
