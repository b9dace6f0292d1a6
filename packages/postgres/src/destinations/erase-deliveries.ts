import { sql } from 'kysely';
import type { Database } from '../database';
import type { PersonErasure } from '../identity';

/** Events that were on their way when a person was deleted are delivered within this time. */
const SETTLED = '1 hour';

/** Removes deliveries of events of deleted persons, made or not, with what was sent. Those of whoever has an id later stay. */
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
}
