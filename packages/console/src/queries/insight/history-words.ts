import type { QueryNode } from '../query-link';
import { unwrapQuery } from '../query-link';

/** A change of an insight, as far as the console reads it. */
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

/** The entries of a page of a history. */
export function pageOf(page: unknown): readonly HistoryEntry[] {
  return (page as { readonly results: readonly HistoryEntry[] }).results;
}

/** A sentence for each change of an entry. */
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

/** The query that an entry replaced; null when it replaced none. */
export function queryBefore({ detail }: HistoryEntry): QueryNode | null {
  const before = detail.changes.find(({ field }) => field === 'query')?.before;
  if (typeof before !== 'object' || before === null) return null;
  if (typeof Reflect.get(before, 'kind') !== 'string') return null;
  return unwrapQuery(before as QueryNode);
}
