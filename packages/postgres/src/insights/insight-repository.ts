import { sql } from 'kysely';
import type { ResourceDatabase } from '../activity-log/unit-of-work';
import { endIncidentsOf } from '../alerts/end-incident';
import type { Page } from '../page';
import { insertInsight } from './insert-insight';
import type { Insight, InsightFields } from './insight';
import { toInsight } from './insight';
import { INSIGHT_HISTORY, placesChange } from './insight-history';
import type { InsightListQuery } from './insight-list';
import { listInsights } from './insight-list';
import { placeInsight } from './place-insight';
import { INSIGHT_FIELDS } from './insight';

/** The id of an insight in a path: a number or a short id. */
export type InsightReference = { readonly id: number } | { readonly shortId: string };

/** Fields of an insight, and the complete list of dashboards that it should be on; it is removed from others. */
export type InsightChange = Partial<InsightFields> & {
  readonly dashboardIds?: readonly number[];
};

/** The fields of a change of an existing insight. */
type InsightUpdate = InsightChange & {
  /** Returns the new tags from the current ones. */
  readonly tagsOf?: (held: readonly string[]) => readonly string[];
};

/**
 * Stores the insights of projects. Every method takes the project id and does not find insights of other projects.
 * Every change is also written to the activity log, in the same transaction.
 */
export interface InsightRepository {
  list(projectId: number, query: InsightListQuery): Promise<Page<Insight>>;
  /** Finds an insight that is not deleted. */
  find(projectId: number, reference: InsightReference): Promise<Insight | null>;
  create(projectId: number, createdById: number, fields: InsightChange): Promise<Insight>;
  /**
   * Changes the given fields. Deleting an insight removes it from its dashboards. A deleted insight is only found if
   * the change restores it; null if there is none.
   */
  update(
    projectId: number,
    userId: number,
    reference: InsightReference,
    fields: InsightUpdate,
  ): Promise<Insight | null>;
  /** The queries of all insights that are not deleted, in order of id. */
  listQueries(projectId: number): Promise<readonly Insight[]>;
  /** Records that a user viewed these insights. Returns their number. */
  noteViews(projectId: number, userId: number, ids: readonly number[]): Promise<number>;
  /** The insights that a user viewed, the latest first. */
  listViewed(projectId: number, userId: number, limit: number): Promise<readonly Insight[]>;
}

/** A change of one of these fields updates the time of modification. */
const MATERIAL = ['name', 'description', 'query'] as const;

export function createInsightRepository(database: ResourceDatabase): InsightRepository {
  const { db, change, unrecorded } = database;
  const live = (projectId: number) =>
    db
      .selectFrom('insights')
      .selectAll('insights')
      .where('project_id', '=', projectId)
      .where('deleted', '=', false);
  return {
    list: (projectId, query) => listInsights(db, projectId, query),

    async find(projectId, reference) {
      const row = await live(projectId).where(named(reference)).executeTakeFirst();
      return row === undefined ? null : toInsight(row);
    },

    create: (projectId, createdById, { dashboardIds, ...fields }) =>
      change(INSIGHT_HISTORY, { projectId, userId: createdById }, async (transaction) => {
        const by = { projectId, userId: createdById };
        const inserted = await insertInsight(transaction, by, fields);
        await placeInsight(transaction, projectId, inserted.result.id, dashboardIds ?? []);
        return inserted;
      }),

    update: (projectId, userId, reference, { dashboardIds, tagsOf, ...fields }) =>
      change(INSIGHT_HISTORY, { projectId, userId }, async (transaction, entry) => {
        const before = await transaction
          .selectFrom('insights')
          .selectAll()
          .where('project_id', '=', projectId)
          .where(named(reference))
          .$if(fields.deleted !== false, (q) => q.where('deleted', '=', false))
          .forUpdate()
          .executeTakeFirst();
        if (before === undefined) return { result: null, entries: [] };
        const isMaterial = MATERIAL.some((field) => fields[field] !== undefined);
        const row = await transaction
          .updateTable('insights')
          .set({
            ...INSIGHT_FIELDS.toColumns({
              ...fields,
              ...(tagsOf !== undefined && { tags: tagsOf(toInsight(before).tags) }),
            }),
            ...(isMaterial && {
              last_modified_at: sql<Date>`now()`,
              last_modified_by_id: userId,
            }),
            updated_at: sql<Date>`now()`,
          })
          .where('id', '=', before.id)
          .returningAll()
          .executeTakeFirstOrThrow();
        const insight = toInsight(row);
        if (insight.deleted && !before.deleted) {
          await endIncidentsOf(transaction, insight, new Date());
        }
        const places = insight.deleted ? [] : dashboardIds;
        const isMoved =
          places !== undefined && (await placeInsight(transaction, projectId, insight.id, places));
        const changes = isMoved && !insight.deleted ? [placesChange(places)] : [];
        return { result: insight, entries: [entry(toInsight(before), insight, { changes })] };
      }),

    async listQueries(projectId) {
      const rows = await live(projectId).where('query', 'is not', null).orderBy('id').execute();
      return rows.map(toInsight);
    },

    async noteViews(projectId, userId, ids) {
      const { numAffectedRows } = await sql`
        INSERT INTO insight_views (insight_id, user_id)
        SELECT id, ${userId}::integer FROM insights
        WHERE project_id = ${projectId} AND NOT deleted AND id = ANY (${[...ids]}::integer[])
        ORDER BY id
        ON CONFLICT (user_id, insight_id) DO UPDATE SET last_viewed_at = now()`.execute(unrecorded);
      return Number(numAffectedRows ?? 0);
    },

    async listViewed(projectId, userId, limit) {
      const rows = await live(projectId)
        .innerJoin('insight_views', 'insight_views.insight_id', 'insights.id')
        .where('insight_views.user_id', '=', userId)
        .orderBy('insight_views.last_viewed_at', 'desc')
        .orderBy('insights.id', 'desc')
        .limit(limit)
        .execute();
      return rows.map(toInsight);
    },
  };
}

function named(reference: InsightReference) {
  return 'id' in reference
    ? sql<boolean>`insights.id = ${reference.id}`
    : sql<boolean>`insights.short_id = ${reference.shortId}`;
}
