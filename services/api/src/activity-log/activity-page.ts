import type { activityPageSchema } from '@tidemark/contracts';
import type { ActivityFilter, ActivityReader, ReadPlace, UserRepository } from '@tidemark/postgres';
import type { z } from 'zod';
import { activityBody } from './activity-body';

export interface ActivityPageDeps {
  readonly activities: ActivityReader;
  readonly users: UserRepository;
}

/** One page of a history (`docs/wire/api.md#activity-page`), newest first. Pages are counted from 1. */
export async function activityPage(
  { activities, users }: ActivityPageDeps,
  request: {
    readonly place: ReadPlace;
    readonly filter: ActivityFilter;
    readonly limit: number;
    readonly page: number;
    readonly url: URL;
    /** The parameter with the size of a page. */
    readonly sizeName?: 'limit' | 'page_size';
    /** Whether the response has `count`, too. */
    readonly withCount?: boolean;
  },
): Promise<z.input<typeof activityPageSchema>> {
  const { place, filter, limit, page, url, sizeName = 'limit', withCount = false } = request;
  const link = (to: number) => linkTo(url, { page: to, [sizeName]: limit });
  const { count, rows } = await activities.list(place, {
    ...filter,
    page: { limit, offset: (page - 1) * limit },
  });
  const ids = rows.map((row) => row.userId).filter((id) => id !== null);
  const people = await users.findMany([...new Set(ids)]);
  return {
    results: rows.map((row) => activityBody(row, people.get(row.userId ?? 0) ?? null)),
    next: page * limit < count ? link(page + 1) : null,
    previous: page > 1 ? link(page - 1) : null,
    total_count: count,
    ...(withCount && { count }),
  };
}

function linkTo(url: URL, parameters: Readonly<Record<string, number>>): string {
  const target = new URL(url);
  target.searchParams.delete('personal_api_key');
  for (const [name, value] of Object.entries(parameters)) {
    target.searchParams.set(name, String(value));
  }
  return target.toString();
}
