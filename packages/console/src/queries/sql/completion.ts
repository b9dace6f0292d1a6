import type { CursorContext } from './cursor-context';
import { KEYWORDS } from './keywords';

interface SchemaField {
  readonly name: string;
  /** The name in a statement, with quotes if it needs them. */
  readonly hogql_value: string;
  readonly type: string;
  /** Only for a lazy or virtual table: its name and the names of its fields. */
  readonly table?: string;
  readonly fields?: readonly string[];
}

export interface SchemaTable {
  readonly name: string;
  readonly type: string;
  readonly fields: Readonly<Record<string, SchemaField>>;
}

/** The response of `DatabaseSchemaQuery`. */
export interface Schema {
  readonly tables: Readonly<Record<string, SchemaTable>>;
}

type CompletionType = 'keyword' | 'function' | 'table' | 'column' | 'variable' | 'constant';

export interface CompletionEntry {
  readonly label: string;
  /** The text to insert; it differs from the label if a name needs quotes. */
  readonly insert: string;
  readonly type: CompletionType;
  readonly detail: string;
  /** Among entries that match equally well, those with a larger rank come first. */
  readonly rank: number;
}

/**
 * Completions that need no request, so that they appear immediately: columns of the tables that the statement reads,
 * tables, functions and keywords.
 */
export function localCompletions(
  schema: Schema | null,
  functions: readonly string[],
  context: CursorContext,
): readonly CompletionEntry[] {
  const tables = Object.values(schema?.tables ?? {});
  const asTables = tables.map((table) => entry(table.name, 'table', table.type, 0));
  if (context.isInText) return [];
  if (context.path.length > 0) return pathEntries(schema, context);
  if (context.wantsTable) return asTables;
  const columns = new Map<string, CompletionEntry>();
  for (const name of new Set(context.tables.values())) {
    for (const field of Object.values(schema?.tables[name]?.fields ?? {})) {
      if (!columns.has(field.name)) columns.set(field.name, columnEntry(field, 4));
    }
  }
  const aliases = [...context.tables.keys()].map((alias) => entry(alias, 'table', 'in use', 3));
  return unique([
    ...columns.values(),
    ...aliases,
    ...KEYWORDS.filter((word) => !columns.has(word)).map((word) => entry(word, 'keyword', '', 2)),
    ...functions.map((name) => ({ ...entry(name, 'function', '', 1), insert: `${name}(` })),
    ...asTables,
  ]);
}

/** Adds the server's suggestions to the local ones. If name and type are equal, the local one is kept. */
export function mergeCompletions(
  local: readonly CompletionEntry[],
  fromServer: readonly CompletionEntry[],
): readonly CompletionEntry[] {
  return unique([...local, ...fromServer]);
}

/** A suggestion of `HogQLAutocomplete`. */
export interface Suggestion {
  readonly label: string;
  readonly insertText: string;
  readonly kind: string;
  readonly detail?: string | null;
}

const TYPE_OF_KIND: Readonly<Record<string, CompletionType>> = {
  Function: 'function',
  Folder: 'table',
  Variable: 'column',
  Property: 'column',
  Constant: 'constant',
};

/** Converts a suggestion of the server. Properties get the highest rank. */
export function suggestionEntry(suggestion: Suggestion): CompletionEntry {
  const { label, insertText, kind, detail } = suggestion;
  const type = TYPE_OF_KIND[kind] ?? 'variable';
  const insert = type === 'function' ? insertText.replace(/\(\)$/, '(') : insertText;
  const rank = { column: 4, table: 0, function: 1, constant: 3, variable: 3, keyword: 2 }[type];
  return { label, insert, type, detail: detail ?? '', rank };
}

function pathEntries(schema: Schema | null, context: CursorContext): readonly CompletionEntry[] {
  const { path, tables, wantsTable } = context;
  if (wantsTable) {
    // The tables in a folder, for example after `system.`.
    const prefix = `${path.join('.')}.`;
    return Object.keys(schema?.tables ?? {})
      .filter((name) => name.startsWith(prefix))
      .map((name) => entry(name.slice(prefix.length), 'table', '', 0));
  }
  const [first = '', ...rest] = path;
  const own = tables.get(first);
  const steps = own === undefined ? path : rest;
  const starts = own === undefined ? [...new Set(tables.values())] : [own];
  for (const start of starts) {
    const found = fieldsAt(schema, start, steps);
    if (found.length > 0) return found;
  }
  return [];
}

function fieldsAt(
  schema: Schema | null,
  start: string,
  steps: readonly string[],
): readonly CompletionEntry[] {
  let table = schema?.tables[start];
  let names: readonly string[] = [];
  for (const step of steps) {
    const field: SchemaField | undefined = table?.fields[step];
    if (field === undefined) return [];
    names = field.fields ?? [];
    table = schema?.tables[field.table ?? ''];
  }
  if (table !== undefined) return Object.values(table.fields).map((field) => columnEntry(field, 4));
  return names.map((name) => entry(name, 'column', '', 4));
}

function columnEntry(field: SchemaField, rank: number): CompletionEntry {
  const detail = field.type.replaceAll('_', ' ');
  return { label: field.name, insert: field.hogql_value, type: 'column', detail, rank };
}

function entry(label: string, type: CompletionType, detail: string, rank: number): CompletionEntry {
  return { label, insert: label, type, detail: detail.replaceAll('_', ' '), rank };
}

function unique(entries: readonly CompletionEntry[]): readonly CompletionEntry[] {
  const seen = new Map<string, CompletionEntry>();
  for (const one of entries) {
    const key = `${one.type} ${one.label}`;
    if (!seen.has(key)) seen.set(key, one);
  }
  return [...seen.values()];
}
