import type { SelectQueryBuilder } from 'kysely';
import type { Schema } from './schema';

/** A slice of an ordered list. A null limit means all of it. */
export interface PageRequest {
  readonly limit: number | null;
  readonly offset: number;
}

export interface Page<T> {
  /** Matches before slicing. */
  readonly count: number;
  readonly rows: readonly T[];
}

/**
 * One page of what matches.
 *
 * @param rows the same matches, with columns and an order that no two rows share
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
