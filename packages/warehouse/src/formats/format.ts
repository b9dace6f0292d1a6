import type { ByteBudget } from '../limits';
import type { FoundColumn } from '../schema/columns';
import type { SourceFile } from '../sources/source';

/** A row as texts; null and absent values are the same. */
export interface FileRow {
  /** The same array object for all rows of a file with fixed columns. */
  readonly names: readonly string[];
  readonly values: readonly (string | null)[];
}

export interface FormatOptions {
  /** False: quotes are ordinary characters in CSV. */
  readonly csvQuotes: boolean;
}

/** Reads the options of a format. @param options the stored options of a table */
export function formatOptions(options: Readonly<Record<string, unknown>>): FormatOptions {
  return { csvQuotes: options['csv_allow_double_quotes'] !== false };
}

/** A reader of one file format. Both methods throw WarehouseSourceError. */
export interface FileFormat {
  /** The columns, from the beginning of the file or from its schema. */
  columns(file: SourceFile, options: FormatOptions): Promise<readonly FoundColumn[]>;
  rows(file: SourceFile, options: FormatOptions, budget: ByteBudget): AsyncIterable<FileRow>;
}

/** The maximum part of a text file from which its columns are inferred. */
export const SAMPLE_ROWS = 10_000;
export const SAMPLE_BYTES = 8 * 1024 * 1024;
