import type { SelectQueryBuilder } from 'kysely';
import { sql } from 'kysely';
import type { Reader } from '../activity-log/unit-of-work';
import { likePattern } from '../like-pattern';
import type { Page, PageRequest } from '../page';
import { readPage } from '../page';
import type { Schema } from '../schema';
import type { Insight } from './insight';
import { toInsight } from './insight';

export const INSIGHT_ORDER_FIELDS = [
  'id',
  'name',
  'order',
  'created_at',
  'updated_at',
  'last_modified_at',
  'favorited',
] as const;

export type InsightOrderField = (typeof INSIGHT_ORDER_FIELDS)[number];

export interface InsightListQuery {
  readonly saved?: boolean;
  readonly favorited?: boolean;
  readonly shortId?: string;
  readonly createdByIds?: readonly number[];
  /** Insights with any of these tags, compared as stored. */
  readonly tags?: readonly string[];
  /** A part of a name, a tag or the description; the letter case is ignored. */
  readonly search?: string;
  /** A part of the query's text; case-sensitive. */
  readonly queryPart?: string;
  /** The kinds of queries; those inside a visualization node also count. */
  readonly kinds?: readonly string[];
  readonly exceptKinds?: readonly string[];
  readonly modifiedAfter?: Date;
  readonly modifiedBefore?: Date;
  /** Insights that are on all of these dashboards. */
  readonly dashboardIds?: readonly number[];
  readonly order: { readonly field: InsightOrderField; readonly descending: boolean };
  readonly page: PageRequest;
}

type Matches = SelectQueryBuilder<Schema, 'insights', object>;

const KIND = sql<string>`coalesce(query -> 'source' ->> 'kind', query ->> 'kind')`;

/** The project's insights that are not deleted; equal rows are ordered by id. */
export async function listInsights(
  db: Reader,
  projectId: number,
  query: InsightListQuery,
): Promise<Page<Insight>> {
  const { field, descending } = query.order;
  const all = db
    .selectFrom('insights')
    .where('project_id', '=', projectId)
    .where('deleted', '=', false);
  const matches = onDashboards(ofKind(matching(all, query), query), query);
  const direction = descending ? sql`DESC NULLS LAST` : sql`ASC NULLS LAST`;
  const rows = matches.selectAll().orderBy(sql`${sql.ref(field)} ${direction}, id`);
  return readPage(matches, rows, query.page, toInsight);
}

function matching(all: Matches, query: InsightListQuery): Matches {
  const { saved, favorited, shortId, createdByIds, tags, search } = query;
  const { modifiedAfter, modifiedBefore } = query;
  let matches = all;
  if (saved !== undefined) matches = matches.where('saved', '=', saved);
  if (favorited !== undefined) matches = matches.where('favorited', '=', favorited);
  if (shortId !== undefined) matches = matches.where('short_id', '=', shortId);
  if (createdByIds !== undefined) {
    matches = matches.where(sql<boolean>`created_by_id = ANY (${createdByIds}::integer[])`);
  }
  if (tags !== undefined) matches = matches.where(sql<boolean>`tags && ${tags}::text[]`);
  if (search !== undefined) {
    const like = likePattern(search);
    matches = matches.where(sql<boolean>`(name ILIKE ${like} OR derived_name ILIKE ${like}
      OR description ILIKE ${like} OR EXISTS (SELECT FROM unnest(tags) tag WHERE tag ILIKE ${like}))`);
  }
  if (modifiedAfter !== undefined) matches = matches.where('last_modified_at', '>', modifiedAfter);
  if (modifiedBefore !== undefined) {
    matches = matches.where('last_modified_at', '<', modifiedBefore);
  }
  return matches;
}

function ofKind(all: Matches, { kinds, exceptKinds, queryPart }: InsightListQuery): Matches {
  let matches = all;
  if (kinds !== undefined) matches = matches.where(sql<boolean>`${KIND} = ANY (${kinds}::text[])`);
  if (exceptKinds !== undefined) {
    matches = matches.where(sql<boolean>`${KIND} <> ALL (${exceptKinds}::text[])`);
  }
  if (queryPart !== undefined) {
    matches = matches.where(sql<boolean>`query::text LIKE ${likePattern(queryPart)}`);
  }
  return matches;
}

function onDashboards(all: Matches, { dashboardIds }: InsightListQuery): Matches {
  if (dashboardIds === undefined) return all;
  return all.where(sql<boolean>`${[...dashboardIds]}::integer[] <@ ARRAY(
    SELECT dashboard_id FROM dashboard_tiles t WHERE t.insight_id = insights.id AND NOT t.deleted)`);
}
