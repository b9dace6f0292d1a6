import type { SchemaTable } from '../sql/completion';

/** The file formats of the API. */
export const FORMATS = [
  { value: 'CSVWithNames', label: 'CSV with names in the first line' },
  { value: 'CSV', label: 'CSV without names' },
  { value: 'JSONEachRow', label: 'JSON, an object on each line' },
  { value: 'Parquet', label: 'Parquet' },
] as const;

export type FileFormat = (typeof FORMATS)[number]['value'];

/** The limit of the server for an uploaded file (`docs/wire/capture-storage.md#warehouse-routes`). */
const MAX_FILE_MB = 50;

/** The format that belongs to a file name extension; null for an unknown extension. */
export function formatOf(fileName: string): FileFormat | null {
  const ending = /\.(\w+)$/.exec(fileName.toLowerCase())?.[1] ?? '';
  if (['csv', 'tsv', 'txt'].includes(ending)) return 'CSVWithNames';
  if (['json', 'jsonl', 'ndjson'].includes(ending)) return 'JSONEachRow';
  return ending === 'parquet' ? 'Parquet' : null;
}

/** The suggested table name for a file name: lower-case letters, digits and underscores. */
export function nameOf(fileName: string): string {
  const base = fileName.replace(/\.\w+$/, '').toLowerCase();
  const word = base.replaceAll(/[^a-z0-9]+/g, '_').replaceAll(/^_|_$/g, '');
  return /^\d/.test(word) ? `t_${word}` : word;
}

/** The reason why a file cannot be uploaded; null if it can. */
export function fileProblem({ size }: { readonly size: number }): string | null {
  if (size === 0) return 'The file is empty.';
  return size > MAX_FILE_MB * 1024 * 1024
    ? `The file is larger than ${MAX_FILE_MB} MB. Load it from a bucket through the API.`
    : null;
}

/** The column types of uploaded tables. */
export const COLUMN_TYPES = [
  { value: 'string', label: 'Text' },
  { value: 'integer', label: 'Whole number' },
  { value: 'float', label: 'Number' },
  { value: 'boolean', label: 'Yes or no' },
  { value: 'date', label: 'Date' },
  { value: 'datetime', label: 'Date and time' },
] as const;

/** The fields of a join, with their names in the API. */
export interface JoinDraft {
  readonly source_table_name: string;
  readonly source_table_key: string;
  readonly joining_table_name: string;
  readonly joining_table_key: string;
  readonly field_name: string;
}

export const EMPTY_JOIN: JoinDraft = {
  source_table_name: '',
  source_table_key: '',
  joining_table_name: '',
  joining_table_key: '',
  field_name: '',
};

/** The fields of a table that can be the key of a join: all except those that are tables. */
export function keysOf(table: SchemaTable | undefined): readonly string[] {
  return Object.values(table?.fields ?? {})
    .filter(({ table: joined, fields }) => joined === undefined && fields === undefined)
    .map(({ name }) => name);
}
