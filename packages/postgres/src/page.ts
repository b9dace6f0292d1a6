import type { SelectQueryBuilder } from 'kysely';
import type { Schema } from './schema';

/** A page of an ordered list. A null limit means all rows after the offset. */
export interface PageRequest {
  readonly limit: number | null;
  readonly offset: number;
}

export interface Page<T> {
  /** The number of all matching rows, not only of this page. */
  readonly count: number;
  readonly rows: readonly T[];
}

/**
 * Reads one page of the matching rows.
 * @param matches selects all matching rows, for the count
 * @param rows the same rows, with columns and an unambiguous order
 */
export async function readPage<T extends keyof Schema, Row, Thing>(
  matches: SelectQueryBuilder<Schema, T, object>,
  rows: SelectQueryBuilder<Schema, T, Row>,
  { limit, offset }: PageRequest,
  toThing: (row: Row) => Thing,
): Promise<Page<Thing>> {
  const { count } = await matches
    .clearSelect()
    .select((e) => e.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  const page = limit === null ? rows : rows.limit(limit);
  const found = await page.offset(offset).execute();
  return { count, rows: found.map(toThing) };
}
