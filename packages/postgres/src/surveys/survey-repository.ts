import { randomUUID } from 'node:crypto';
import type { Database } from '../database';
import { defined } from '../defined';
import { changeFlags } from '../feature-flags/write-flags';
import type { Page, PageRequest } from '../page';
import type { OfferedSurvey, Survey, SurveyFields } from './survey';
import { followSurvey, insertInternalFlag } from './internal-flag';
import { toSurvey } from './survey';

/**
 * Every call names the project: a survey of another one is not found. A survey and its internal flag are
 * written together.
 */
export interface SurveyRepository {
  /** Newest first. */
  list(projectId: number, page: PageRequest): Promise<Page<Survey>>;
  /** Those that are not archived, oldest first. */
  listOffered(projectId: number): Promise<readonly OfferedSurvey[]>;
  /** Flags that decide who sees a survey, and are the survey's own: no linked ones. */
  listFlagIds(projectId: number): Promise<ReadonlySet<number>>;
  findById(projectId: number, id: string): Promise<Survey | null>;
  create(
    projectId: number,
    userId: number,
    fields: Pick<SurveyFields, 'name' | 'type'> & Partial<SurveyFields>,
  ): Promise<Survey>;
  /** Null when there is no such survey. */
  update(projectId: number, id: string, fields: Partial<SurveyFields>): Promise<Survey | null>;
  /** False when there is no such survey. */
  delete(projectId: number, id: string): Promise<boolean>;
}

export function createSurveyRepository(database: Database): SurveyRepository {
  const { db } = database;
  return {
    async list(projectId, { limit, offset }) {
      const matches = db.selectFrom('surveys').where('project_id', '=', projectId);
      const { count } = await matches
        .select((e) => e.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow();
      const rows = await matches
        .selectAll()
        .orderBy('created_at', 'desc')
        .orderBy('id')
        .offset(offset)
        .$if(limit !== null, (query) => query.limit(limit))
        .execute();
      return { count, rows: rows.map(toSurvey) };
    },

    async listOffered(projectId) {
      const rows = await db
        .selectFrom('surveys')
        .leftJoin('feature_flags as linked', (join) =>
          join
            .onRef('linked.id', '=', 'surveys.linked_flag_id')
            .onRef('linked.project_id', '=', 'surveys.project_id'),
        )
        .leftJoin('feature_flags as targeting', (join) =>
          join
            .onRef('targeting.id', '=', 'surveys.targeting_flag_id')
            .onRef('targeting.project_id', '=', 'surveys.project_id'),
        )
        .leftJoin('feature_flags as internal', (join) =>
          join
            .onRef('internal.id', '=', 'surveys.internal_targeting_flag_id')
            .onRef('internal.project_id', '=', 'surveys.project_id'),
        )
        .selectAll('surveys')
        .select([
          'linked.key as linked_key',
          'targeting.key as targeting_key',
          'internal.key as internal_key',
        ])
        .where('surveys.project_id', '=', projectId)
        .where('surveys.archived', '=', false)
        .orderBy('surveys.created_at')
        .orderBy('surveys.id')
        .execute();
      return rows.map((row) => ({
        ...toSurvey(row),
        linkedFlagKey: row.linked_key,
        targetingFlagKey: row.targeting_key,
        internalTargetingFlagKey: row.internal_key,
      }));
    },

    async listFlagIds(projectId) {
      const rows = await db
        .selectFrom('surveys')
        .select(['targeting_flag_id', 'internal_targeting_flag_id'])
        .where('project_id', '=', projectId)
        .execute();
      const ids = rows.flatMap((row) => [row.targeting_flag_id, row.internal_targeting_flag_id]);
      return new Set(ids.filter((id) => id !== null));
    },

    async findById(projectId, id) {
      const row = await db
        .selectFrom('surveys')
        .selectAll()
        .where('project_id', '=', projectId)
        .where('id', '=', id)
        .executeTakeFirst();
      return row === undefined ? null : toSurvey(row);
    },

    create: (projectId, userId, fields) =>
      changeFlags(database, projectId, async (transaction) => {
        const id = randomUUID();
        const survey = { ...fields, id };
        const flagId = await insertInternalFlag(transaction, projectId, userId, survey);
        const row = await transaction
          .insertInto('surveys')
          .values({
            ...columnsOf(fields),
            id,
            name: fields.name,
            type: fields.type,
            project_id: projectId,
            created_by_id: userId,
            internal_targeting_flag_id: flagId,
          })
          .returningAll()
          .executeTakeFirstOrThrow();
        return toSurvey(row);
      }),

    async update(projectId, id, fields) {
      const columns = columnsOf(fields);
      // A SET list must not be empty.
      if (Object.keys(columns).length === 0) return this.findById(projectId, id);
      return changeFlags(database, projectId, async (transaction) => {
        const row = await transaction
          .updateTable('surveys')
          .set(columns)
          .where('project_id', '=', projectId)
          .where('id', '=', id)
          .returningAll()
          .executeTakeFirst();
        if (row === undefined) return null;
        await followSurvey(transaction, row);
        return toSurvey(row);
      });
    },

    delete: (projectId, id) =>
      changeFlags(database, projectId, async (transaction) => {
        const row = await transaction
          .deleteFrom('surveys')
          .where('project_id', '=', projectId)
          .where('id', '=', id)
          .returning('internal_targeting_flag_id')
          .executeTakeFirst();
        if (row === undefined) return false;
        await transaction
          .deleteFrom('feature_flags')
          .where('project_id', '=', projectId)
          .where('id', '=', row.internal_targeting_flag_id)
          .execute();
        return true;
      }),
  };
}

function columnsOf(fields: Partial<SurveyFields>) {
  return defined({
    name: fields.name,
    description: fields.description,
    type: fields.type,
    linked_flag_id: fields.linkedFlagId,
    targeting_flag_id: fields.targetingFlagId,
    questions: fields.questions && JSON.stringify(fields.questions),
    conditions: fields.conditions && JSON.stringify(fields.conditions),
    appearance: fields.appearance && JSON.stringify(fields.appearance),
    schedule: fields.schedule,
    enable_partial_responses: fields.enablePartialResponses,
    start_date: fields.startDate,
    end_date: fields.endDate,
    archived: fields.archived,
  });
}
