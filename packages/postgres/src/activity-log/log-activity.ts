import { randomUUID } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { Schema } from '../schema';
import type { NewActivity } from './activity';

/** Rows of one statement; Postgres takes 65,535 parameters. */
const ROWS_AT_ONCE = 1_000;

/** Writes down a change in the transaction that makes it: neither is ever without the other. */
export async function logActivity(
  transaction: Transaction<Schema>,
  activity: NewActivity,
): Promise<void> {
  await logActivities(transaction, [activity]);
}

/** The same for changes that belong together. */
export async function logActivities(
  transaction: Transaction<Schema>,
  activities: readonly NewActivity[],
): Promise<void> {
  for (let from = 0; from < activities.length; from += ROWS_AT_ONCE) {
    const rows = activities.slice(from, from + ROWS_AT_ONCE).map(rowOf);
    await transaction.insertInto('activity_log').values(rows).execute();
  }
}

function rowOf({
  projectId,
  organizationId,
  userId,
  scope,
  itemId,
  activity,
  detail,
}: NewActivity) {
  return {
    id: randomUUID(),
    project_id: projectId ?? null,
    organization_id: organizationId ?? null,
    user_id: userId,
    scope,
    item_id: itemId,
    activity,
    detail: JSON.stringify(detail),
  };
}
