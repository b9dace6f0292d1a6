import type { Transaction } from 'kysely';
import { sql } from 'kysely';
import { logActivity } from '../activity-log/log-activity';
import type { Database } from '../database';
import { defined } from '../defined';
import type { Schema } from '../schema';
import { isUniqueViolation } from '../unique-violation';
import type { FeatureFlag, FeatureFlagFields } from './feature-flag';
import { toFeatureFlag } from './feature-flag';
import { flagActivity } from './flag-activity';

const LIVE_KEY_INDEX = 'feature_flags_live_key';

/** First key of the advisory lock that serialises writes of a project's flags; the second is its id. */
const FLAGS_LOCK = 7_405_192;

/** Is this the database's word for "another live flag of the project has the key"? */
export function isKeyTaken(error: unknown): boolean {
  return isUniqueViolation(error, LIVE_KEY_INDEX);
}

/** Writes flags of a project, and what belongs to them, in one transaction and one after another. */
export function changeFlags<T>(
  { db }: Database,
  projectId: number,
  write: (transaction: Transaction<Schema>) => Promise<T>,
): Promise<T> {
  return db.transaction().execute(async (transaction) => {
    await sql`SELECT pg_advisory_xact_lock(${FLAGS_LOCK}, ${projectId})`.execute(transaction);
    return write(transaction);
  });
}

/** Version 1. A soft-deleted flag of the same key is removed for good. @throws see `isKeyTaken` */
export async function insertFlag(
  transaction: Transaction<Schema>,
  projectId: number,
  userId: number,
  fields: Pick<FeatureFlagFields, 'key'> & Partial<FeatureFlagFields>,
): Promise<FeatureFlag> {
  await transaction
    .deleteFrom('feature_flags')
    .where('project_id', '=', projectId)
    .where('key', '=', fields.key)
    .where('deleted', '=', true)
    .execute();
  const row = await transaction
    .insertInto('feature_flags')
    .values({
      ...flagColumns(fields),
      key: fields.key,
      project_id: projectId,
      created_by_id: userId,
      last_modified_by_id: userId,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  const flag = toFeatureFlag(row);
  await logActivity(transaction, flagActivity(null, flag));
  return flag;
}

/** The columns of the fields that are given. */
export function flagColumns(fields: Partial<FeatureFlagFields>) {
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
    rollback_conditions: jsonColumn(fields.rollbackConditions),
    performed_rollback: fields.performedRollback,
    analytics_dashboards: fields.analyticsDashboardIds && [...fields.analyticsDashboardIds],
  });
}

function jsonColumn(value: unknown): string | null | undefined {
  return value === undefined || value === null ? value : JSON.stringify(value);
}
