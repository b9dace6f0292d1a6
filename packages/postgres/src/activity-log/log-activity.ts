import { randomUUID } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { Schema } from '../schema';
import type { NewActivity } from './activity';

/** Writes down a change in the transaction that makes it: neither is ever without the other. */
export async function logActivity(
  transaction: Transaction<Schema>,
  { projectId, userId, scope, itemId, activity, detail }: NewActivity,
): Promise<void> {
  await transaction
    .insertInto('activity_log')
    .values({
      id: randomUUID(),
      project_id: projectId,
      user_id: userId,
      scope,
      item_id: itemId,
      activity,
      detail: JSON.stringify(detail),
    })
    .execute();
}
