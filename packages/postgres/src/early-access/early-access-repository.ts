import type { ProjectAuthor } from '../activity-log/history';
import { historyEntry } from '../activity-log/history';
import type { Recorded, ResourceDatabase, Writer } from '../activity-log/unit-of-work';
import type { FeatureFlag, FeatureFlagFields } from '../feature-flags/feature-flag';
import { FLAG_HISTORY } from '../feature-flags/flag-history';
import { insertFlag, isKeyTaken } from '../feature-flags/write-flags';
import type { Page, PageRequest } from '../page';
import { readPage } from '../page';
import { ifTaken } from '../unique-violation';
import type {
  EarlyAccessFeature,
  EarlyAccessFeatureFields,
  OfferedFeature,
} from './early-access-feature';
import { toEarlyAccessFeature } from './early-access-feature';
import { FEATURE_HISTORY } from './feature-history';
import { FEATURE_FIELDS } from './early-access-feature';

type NewFeature = Pick<EarlyAccessFeatureFields, 'name' | 'stage'> &
  Partial<EarlyAccessFeatureFields>;

/**
 * Stores the early access features of projects. Every method takes the project id and does not find features of other
 * projects. Every change is also written to the activity log, in the same transaction.
 */
export interface EarlyAccessRepository {
  /** Oldest first. */
  list(projectId: number, page: PageRequest): Promise<Page<EarlyAccessFeature>>;
  /** The features whose flag is not deleted, oldest first. */
  listOffered(projectId: number): Promise<readonly OfferedFeature[]>;
  /** The features of the given flags, including deleted features, oldest first. */
  listOfFlags(projectId: number, flagIds: readonly number[]): Promise<readonly OfferedFeature[]>;
  findById(projectId: number, id: string): Promise<EarlyAccessFeature | null>;
  findByFlag(projectId: number, flagId: number): Promise<EarlyAccessFeature | null>;
  /** Null if the flag already belongs to another feature. */
  create(
    projectId: number,
    userId: number,
    flagId: number,
    fields: NewFeature,
  ): Promise<EarlyAccessFeature | null>;
  /** Creates a feature and its flag in one transaction. Null if the key is already used. */
  createWithFlag(
    projectId: number,
    userId: number,
    flag: Pick<FeatureFlagFields, 'key'> & Partial<FeatureFlagFields>,
    fields: NewFeature,
  ): Promise<{ readonly feature: EarlyAccessFeature; readonly flag: FeatureFlag } | null>;
  /** Null if there is no such feature. */
  update(
    projectId: number,
    userId: number,
    id: string,
    fields: Partial<EarlyAccessFeatureFields>,
  ): Promise<EarlyAccessFeature | null>;
  delete(projectId: number, userId: number, id: string): Promise<void>;
}

const FLAG_INDEX = 'early_access_features_flag';

export function createEarlyAccessRepository({
  db,
  change,
}: ResourceDatabase): EarlyAccessRepository {
  const ofProject = (projectId: number) =>
    db
      .selectFrom('early_access_features')
      .selectAll('early_access_features')
      .where('early_access_features.project_id', '=', projectId);
  const withFlags = (projectId: number) =>
    ofProject(projectId)
      .innerJoin('feature_flags', (join) =>
        join
          .onRef('feature_flags.id', '=', 'early_access_features.feature_flag_id')
          .onRef('feature_flags.project_id', '=', 'early_access_features.project_id'),
      )
      .select('feature_flags.key as flag_key')
      .orderBy('early_access_features.created_at')
      .orderBy('early_access_features.id');

  return {
    list(projectId, page) {
      const matches = ofProject(projectId);
      const rows = matches.orderBy('created_at').orderBy('id');
      return readPage(matches, rows, page, toEarlyAccessFeature);
    },

    async listOffered(projectId) {
      const rows = await withFlags(projectId).where('feature_flags.deleted', '=', false).execute();
      return rows.map((row) => ({ ...toEarlyAccessFeature(row), flagKey: row.flag_key }));
    },

    async listOfFlags(projectId, flagIds) {
      if (flagIds.length === 0) return [];
      const rows = await withFlags(projectId).where('feature_flags.id', 'in', flagIds).execute();
      return rows.map((row) => ({ ...toEarlyAccessFeature(row), flagKey: row.flag_key }));
    },

    async findById(projectId, id) {
      const row = await ofProject(projectId).where('id', '=', id).executeTakeFirst();
      return row === undefined ? null : toEarlyAccessFeature(row);
    },

    async findByFlag(projectId, flagId) {
      const row = await ofProject(projectId)
        .where('feature_flag_id', '=', flagId)
        .executeTakeFirst();
      return row === undefined ? null : toEarlyAccessFeature(row);
    },

    create: (projectId, userId, flagId, fields) =>
      change(FEATURE_HISTORY, { projectId, userId }, (tx) =>
        insertFeature(tx, { projectId, userId }, flagId, fields),
      ).catch(ifTaken(FLAG_INDEX, null)),

    createWithFlag: (projectId, userId, flagFields, fields) =>
      change(FLAG_HISTORY, { projectId, userId }, async (tx) => {
        const by = { projectId, userId };
        const flag = await insertFlag(tx, by, flagFields);
        const feature = await insertFeature(tx, by, flag.result.id, fields);
        return {
          result: { feature: feature.result, flag: flag.result },
          entries: [...flag.entries, ...feature.entries],
        };
      }).catch((error: unknown) => {
        if (isKeyTaken(error)) return null;
        throw error;
      }),

    async update(projectId, userId, id, fields) {
      const columns = FEATURE_FIELDS.toColumns(fields);
      // A SET list must not be empty.
      if (Object.keys(columns).length === 0) return this.findById(projectId, id);
      return change(FEATURE_HISTORY, { projectId, userId }, async (transaction, entry) => {
        const before = await transaction
          .selectFrom('early_access_features')
          .selectAll()
          .where('project_id', '=', projectId)
          .where('id', '=', id)
          .forUpdate()
          .executeTakeFirst();
        if (before === undefined) return { result: null, entries: [] };
        const row = await transaction
          .updateTable('early_access_features')
          .set(columns)
          .where('project_id', '=', projectId)
          .where('id', '=', id)
          .returningAll()
          .executeTakeFirstOrThrow();
        const result = toEarlyAccessFeature(row);
        return { result, entries: [entry(toEarlyAccessFeature(before), result, { always: true })] };
      });
    },

    delete: (projectId, userId, id) =>
      change(FEATURE_HISTORY, { projectId, userId }, async (transaction, entry) => {
        const row = await transaction
          .deleteFrom('early_access_features')
          .where('project_id', '=', projectId)
          .where('id', '=', id)
          .returningAll()
          .executeTakeFirst();
        const removed = row === undefined ? null : toEarlyAccessFeature(row);
        return { result: undefined, entries: [entry(removed, null)] };
      }),
  };
}

async function insertFeature(
  db: Writer,
  by: ProjectAuthor,
  flagId: number,
  fields: NewFeature,
): Promise<Recorded<EarlyAccessFeature>> {
  const row = await db
    .insertInto('early_access_features')
    .values({
      ...FEATURE_FIELDS.toColumns(fields),
      name: fields.name,
      stage: fields.stage,
      project_id: by.projectId,
      feature_flag_id: flagId,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  const result = toEarlyAccessFeature(row);
  return { result, entries: [historyEntry(FEATURE_HISTORY, by, null, result)] };
}
