import { sql } from 'kysely';
import type { Database } from '../database';
import type { PersonErasure } from '../identity';

/** Events that were being processed when a person was deleted are delivered within this time. */
const SETTLED = '1 hour';

/**
 * Removes deliveries of events of deleted persons, finished or not, with their requests. Deliveries of a later person
 * with the same distinct id are kept.
 */
export async function eraseDeliveries(
  { db }: Database,
  projectId: number,
  erasures: readonly Pick<PersonErasure, 'distinctIds' | 'requestedAt'>[],
): Promise<void> {
  for (const { distinctIds, requestedAt } of erasures) {
    await sql`
      DELETE FROM deliveries WHERE project_id = ${projectId}
        AND distinct_id = ANY (${[...distinctIds]}::text[])
        AND created_at < ${requestedAt}::timestamptz + ${SETTLED}::interval`.execute(db);
  }
  await eraseReports(db, projectId, erasures);
}

/** Removes the results in deliveries of subscriptions, because they may contain values of the persons. */
async function eraseReports(
  db: Database['db'],
  projectId: number,
  erasures: readonly Pick<PersonErasure, 'requestedAt'>[],
): Promise<void> {
  const latest = new Date(Math.max(0, ...erasures.map(({ requestedAt }) => requestedAt.getTime())));
  const forgotten = sql`project_id = ${projectId} AND content IS NOT NULL
    AND created_at < ${latest}::timestamptz + ${SETTLED}::interval`;
  await sql`
    DELETE FROM subscription_charts USING subscription_deliveries d
    WHERE d.id = delivery_id AND ${forgotten}`.execute(db);
  // A delivery that is not sent yet is composed again.
  await sql`
    UPDATE subscription_deliveries SET content = NULL,
      state = CASE WHEN state = 'sending' THEN 'composing' ELSE state END,
      token = CASE WHEN state = 'sending' THEN NULL ELSE token END
    WHERE ${forgotten}`.execute(db);
}
