import type { activityPageSchema } from '@tidemark/contracts';
import type {
  ActivityFilter,
  ActivityPlace,
  ActivityReader,
  UserRepository,
} from '@tidemark/postgres';
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
    readonly place: ActivityPlace;
    readonly filter: ActivityFilter;
    readonly limit: number;
    readonly page: number;
    readonly url: URL;
  },
): Promise<z.input<typeof activityPageSchema>> {
  const { place, filter, limit, page, url } = request;
  const { count, rows } = await activities.list(place, {
    ...filter,
    page: { limit, offset: (page - 1) * limit },
  });
  const ids = rows.map((row) => row.userId).filter((id) => id !== null);
  const people = await users.findMany([...new Set(ids)]);
  return {
    results: rows.map((row) => activityBody(row, people.get(row.userId ?? 0) ?? null)),
    next: page * limit < count ? linkTo(url, page + 1, limit) : null,
    previous: page > 1 ? linkTo(url, page - 1, limit) : null,
    total_count: count,
  };
}

function linkTo(url: URL, page: number, limit: number): string {
  const target = new URL(url);
  target.searchParams.delete('personal_api_key');
  target.searchParams.set('page', String(page));
  target.searchParams.set('limit', String(limit));
  return target.toString();
}
