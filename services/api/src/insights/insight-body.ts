import type { InsightBasicBody, InsightBody } from '@tidemark/contracts';
import type { DashboardTile, Insight, User } from '@tidemark/postgres';
import { userBasicBody } from '../users/user-body';
import { wireTime } from '../wire-time';

type People = ReadonlyMap<number, User>;

/** All members of the project may see and change everything: there are no other levels. */
const EVERYONE_CAN_EDIT = 21;
const CAN_EDIT = 37;

/** A response of the query engine, in whatever shape its kind has. */
export type InsightResponse = Readonly<Record<string, unknown>>;

/** The result of an insight, or the error of its query. */
export interface InsightOutcome {
  readonly response: InsightResponse | null;
  readonly error?: { readonly type: string; readonly message: string };
}

/** The people an insight names. */
export function insightPeople(insight: Insight): (number | null)[] {
  return [insight.createdById, insight.lastModifiedById];
}

/** @param places the live tiles of the insight; those of others may be among them */
export function insightBasicBody(
  insight: Insight,
  people: People,
  places: readonly DashboardTile[],
): InsightBasicBody {
  const tiles = places.filter(({ insightId }) => insightId === insight.id);
  return {
    id: insight.id,
    short_id: insight.shortId,
    name: insight.name,
    derived_name: insight.derivedName,
    filters: {},
    query: insight.query && { ...insight.query },
    dashboards: tiles.map(({ dashboardId }) => dashboardId),
    dashboard_tiles: tiles.map(({ id, dashboardId, deleted }) => ({
      id,
      dashboard_id: dashboardId,
      deleted,
    })),
    description: insight.description,
    last_refresh: null,
    refreshing: false,
    saved: insight.saved,
    tags: [...insight.tags],
    updated_at: wireTime(insight.updatedAt),
    created_by: person(insight.createdById, people),
    created_at: wireTime(insight.createdAt),
    last_modified_at: wireTime(insight.lastModifiedAt),
    favorited: insight.favorited,
  };
}

/** @param outcome without a response where the insight has no query, or one that cannot be run */
export function insightBody(
  insight: Insight,
  people: People,
  places: readonly DashboardTile[],
  { response, error }: InsightOutcome,
): InsightBody {
  const said = response ?? {};
  const result = said['results'] ?? said['result'] ?? null;
  return {
    ...insightBasicBody(insight, people, places),
    last_refresh: textOf(said['last_refresh']),
    result,
    hasMore: typeof said['hasMore'] === 'boolean' ? said['hasMore'] : null,
    columns: said['columns'] ?? null,
    types: said['types'] ?? null,
    hogql: textOf(said['hogql']),
    timezone: textOf(said['timezone']),
    is_cached: said['is_cached'] === true,
    cache_target_age: textOf(said['cache_target_age']),
    next_allowed_client_refresh: textOf(said['next_allowed_client_refresh']),
    query_status: said['query_status'] ?? null,
    filters_hash: textOf(said['cache_key']),
    order: insight.order,
    deleted: insight.deleted,
    last_modified_by: person(insight.lastModifiedById, people),
    is_sample: false,
    effective_restriction_level: EVERYONE_CAN_EDIT,
    effective_privilege_level: CAN_EDIT,
    ...(error !== undefined && { error: { ...error } }),
  };
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

function person(id: number | null, people: People) {
  const user = id === null ? undefined : people.get(id);
  return user === undefined ? null : userBasicBody(user);
}
