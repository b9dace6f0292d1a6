import type { SchemaTable } from '../sql/completion';

/** File formats of the wire. */
export const FORMATS = [
  { value: 'CSVWithNames', label: 'CSV with names in the first line' },
  { value: 'CSV', label: 'CSV without names' },
  { value: 'JSONEachRow', label: 'JSON, an object on each line' },
  { value: 'Parquet', label: 'Parquet' },
] as const;

export type FileFormat = (typeof FORMATS)[number]['value'];

/** As the server takes it (`docs/wire/capture-storage.md#warehouse-routes`). */
const MAX_FILE_MB = 50;

/** The format that the ending of a file's name stands for; null for another ending. */
export function formatOf(fileName: string): FileFormat | null {
  const ending = /\.(\w+)$/.exec(fileName.toLowerCase())?.[1] ?? '';
  if (['csv', 'tsv', 'txt'].includes(ending)) return 'CSVWithNames';
  if (['json', 'jsonl', 'ndjson'].includes(ending)) return 'JSONEachRow';
  return ending === 'parquet' ? 'Parquet' : null;
}

/** The name of a table that a file's name proposes: a word of letters, digits and underscores. */
export function nameOf(fileName: string): string {
  const base = fileName.replace(/\.\w+$/, '').toLowerCase();
  const word = base.replaceAll(/[^a-z0-9]+/g, '_').replaceAll(/^_|_$/g, '');
  return /^\d/.test(word) ? `t_${word}` : word;
}

/** Why a file cannot be uploaded; null when it can. */
export function fileProblem({ size }: { readonly size: number }): string | null {
  if (size === 0) return 'The file is empty.';
  return size > MAX_FILE_MB * 1024 * 1024
    ? `The file is larger than ${MAX_FILE_MB} MB. Load it from a bucket through the API.`
    : null;
}

/** Types of columns of uploaded tables. */
export const COLUMN_TYPES = [
  { value: 'string', label: 'Text' },
  { value: 'integer', label: 'Whole number' },
  { value: 'float', label: 'Number' },
  { value: 'boolean', label: 'Yes or no' },
  { value: 'date', label: 'Date' },
  { value: 'datetime', label: 'Date and time' },
] as const;

/** What a join needs; names of the wire. */
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

/** Fields that can be a key of a join: no table stands in them. */
export function keysOf(table: SchemaTable | undefined): readonly string[] {
  return Object.values(table?.fields ?? {})
    .filter(({ table: joined, fields }) => joined === undefined && fields === undefined)
    .map(({ name }) => name);
}
