import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { Schema } from '../schema';

/**
 * Ends the pause of a failing destination, because a user has changed it or asks for its deliveries. One delivery then
 * tests the receiver, as after every pause; the count of failures stays, so that a failure begins the next pause.
 */
export async function resumeDestination(
  tx: Pick<Kysely<Schema>, 'getExecutor'>,
  projectId: number,
  destinationId: string,
): Promise<void> {
  await sql`
    UPDATE destination_health SET open_until = now()
    WHERE destination_id = ${destinationId}::uuid AND project_id = ${projectId}
      AND open_until > now()`.execute(tx);
}
