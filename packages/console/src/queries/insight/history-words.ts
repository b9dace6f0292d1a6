import type { QueryNode } from '../query-link';
import { unwrapQuery } from '../query-link';

/** The fields of an insight's history entry that the console reads. */
export interface HistoryEntry {
  readonly id: string;
  readonly user: { readonly email: string } | null;
  readonly activity: string;
  readonly created_at: string;
  readonly detail: {
    readonly changes: readonly {
      readonly field: string | null;
      readonly before?: unknown;
      readonly after?: unknown;
    }[];
  };
}

/** The entries on a page of the history. */
export function pageOf(page: unknown): readonly HistoryEntry[] {
  return (page as { readonly results: readonly HistoryEntry[] }).results;
}

/** One sentence per change of an entry. */
export function changeWords({ detail }: HistoryEntry): readonly string[] {
  return detail.changes.map(({ field, before, after }) => {
    const name = (field ?? 'it').replaceAll('_', ' ');
    if (field === 'query') return 'The query changed.';
    return `${name}: ${valueWords(before)} → ${valueWords(after)}`;
  });
}

function valueWords(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'nothing';
  return typeof value === 'string' ? `“${value}”` : JSON.stringify(value);
}

/** The query that an entry replaced; null if it did not change the query. */
export function queryBefore({ detail }: HistoryEntry): QueryNode | null {
  const before = detail.changes.find(({ field }) => field === 'query')?.before;
  if (typeof before !== 'object' || before === null) return null;
  if (typeof Reflect.get(before, 'kind') !== 'string') return null;
  return unwrapQuery(before as QueryNode);
}
