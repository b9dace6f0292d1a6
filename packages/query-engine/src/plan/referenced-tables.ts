import { HogQLError, parseSelect } from '@tidemark/hogql';

/**
 * The sorted names of the tables that a statement reads, which errors add to their text for readers (often programs).
 * Names that the statement itself defines are left out; a statement that does not parse reads none.
 */
export function referencedTables(source: string): readonly string[] {
  const tables = new Set<string>();
  const defined = new Set<string>();
  try {
    collect(parseSelect(source), tables, defined);
  } catch (error) {
    if (error instanceof HogQLError) return [];
    throw error;
  }
  return [...tables].filter((table) => !defined.has(table)).sort();
}

function collect(value: unknown, tables: Set<string>, defined: Set<string>): void {
  if (Array.isArray(value)) {
    for (const item of value) collect(item, tables, defined);
  } else if (isNode(value)) {
    if (value['type'] === 'CTE') defined.add(String(value['name']));
    if (value['type'] === 'JoinExpr') {
      const table = value['table'];
      if (isNode(table) && table['type'] === 'Field' && Array.isArray(table['chain'])) {
        tables.add(table['chain'].join('.'));
      }
    }
    for (const child of Object.values(value)) collect(child, tables, defined);
  }
}

function isNode(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
