import { sql } from 'kysely';
import type { Database } from '../database';
import { defined } from '../defined';
import { likePattern } from '../like-pattern';
import type { Page, PageRequest } from '../page';
import { isUniqueViolation } from '../unique-violation';
import type { FeatureFlag, FeatureFlagFields } from './feature-flag';
import { toFeatureFlag } from './feature-flag';

export interface FeatureFlagListQuery {
  /** Substring of key or name, any case. */
  readonly search?: string;
  readonly active?: boolean;
  readonly page: PageRequest;
}

export type SaveFeatureFlagResult =
  | { readonly outcome: 'saved'; readonly flag: FeatureFlag }
  /** Another live flag of the project has this key. */
  | { readonly outcome: 'key_taken' }
  | { readonly outcome: 'not_found' };

/** Every call names the project: a flag of another one is not found. */
export interface FeatureFlagRepository {
  /** Live flags, newest first. */
  list(projectId: number, query: FeatureFlagListQuery): Promise<Page<FeatureFlag>>;
  /** What the edge evaluates: live ones, by id. Inactive ones too: filters of others may ask about them. */
  listLive(projectId: number): Promise<readonly FeatureFlag[]>;
  /** Soft-deleted ones are found too. */
  findById(projectId: number, id: number): Promise<FeatureFlag | null>;
  /** Version 1. A soft-deleted flag of the same key is removed for good. */
  create(
    projectId: number,
    userId: number,
    fields: Pick<FeatureFlagFields, 'key'> & Partial<FeatureFlagFields>,
  ): Promise<SaveFeatureFlagResult>;
  /** Changes what is given; the version grows by one in the same statement. */
  update(
    projectId: number,
    userId: number,
    id: number,
    fields: Partial<FeatureFlagFields>,
  ): Promise<SaveFeatureFlagResult>;
}

const LIVE_KEY_INDEX = 'feature_flags_live_key';

export function createFeatureFlagRepository({ db }: Database): FeatureFlagRepository {
  const refuseTakenKey = async (
    save: () => Promise<SaveFeatureFlagResult>,
  ): Promise<SaveFeatureFlagResult> => {
    try {
      return await save();
    } catch (error) {
      if (isUniqueViolation(error, LIVE_KEY_INDEX)) return { outcome: 'key_taken' };
      throw error;
    }
  };

  return {
    async list(projectId, { search, active, page }) {
      const matches = db
        .selectFrom('feature_flags')
        .where('project_id', '=', projectId)
        .where('deleted', '=', false)
        .$if(active !== undefined, (q) => q.where('active', '=', active ?? true))
        .$if(search !== undefined, (q) => {
          const pattern = likePattern(search ?? '');
          return q.where((e) => e.or([e('key', 'ilike', pattern), e('name', 'ilike', pattern)]));
        });
      const { count } = await matches
        .select((e) => e.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow();
      const rows = await matches
        .selectAll()
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .offset(page.offset)
        .$if(page.limit !== null, (q) => q.limit(page.limit))
        .execute();
      return { count, rows: rows.map(toFeatureFlag) };
    },

    async listLive(projectId) {
      const rows = await db
        .selectFrom('feature_flags')
        .selectAll()
        .where('project_id', '=', projectId)
        .where('deleted', '=', false)
        .orderBy('id')
        .execute();
      return rows.map(toFeatureFlag);
    },

    async findById(projectId, id) {
      const row = await db
        .selectFrom('feature_flags')
        .selectAll()
        .where('project_id', '=', projectId)
        .where('id', '=', id)
        .executeTakeFirst();
      return row === undefined ? null : toFeatureFlag(row);
    },

    create: (projectId, userId, fields) =>
      refuseTakenKey(() =>
        db.transaction().execute(async (transaction) => {
          await transaction
            .deleteFrom('feature_flags')
            .where('project_id', '=', projectId)
            .where('key', '=', fields.key)
            .where('deleted', '=', true)
            .execute();
          const row = await transaction
            .insertInto('feature_flags')
            .values({
              ...columnsOf(fields),
              key: fields.key,
              project_id: projectId,
              created_by_id: userId,
              last_modified_by_id: userId,
            })
            .returningAll()
            .executeTakeFirstOrThrow();
          return { outcome: 'saved', flag: toFeatureFlag(row) };
        }),
      ),

    update: (projectId, userId, id, fields) =>
      refuseTakenKey(async () => {
        const row = await db
          .updateTable('feature_flags')
          .set({
            ...columnsOf(fields),
            version: sql<number>`version + 1`,
            last_modified_by_id: userId,
            updated_at: sql<Date>`now()`,
          })
          .where('project_id', '=', projectId)
          .where('id', '=', id)
          .returningAll()
          .executeTakeFirst();
        return row === undefined
          ? { outcome: 'not_found' }
          : { outcome: 'saved', flag: toFeatureFlag(row) };
      }),
  };
}

function columnsOf(fields: Partial<FeatureFlagFields>) {
  return defined({
    key: fields.key,
    name: fields.name,
    filters: fields.filters && JSON.stringify(fields.filters),
    active: fields.active,
    deleted: fields.deleted,
    ensure_experience_continuity: fields.ensureExperienceContinuity,
    evaluation_runtime: fields.evaluationRuntime,
    bucketing_identifier: fields.bucketingIdentifier,
    evaluation_contexts: fields.evaluationContexts && [...fields.evaluationContexts],
    tags: fields.tags && [...fields.tags],
    is_remote_configuration: fields.isRemoteConfiguration,
    has_encrypted_payloads: fields.hasEncryptedPayloads,
  });
}
