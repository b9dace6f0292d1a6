import type { InternalEventName } from '@tidemark/contracts';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { Schema } from '../schema';

/** An internal event to record, for destinations of the type `internal_destination`. */
export interface NewInternalEvent {
  /** UUID. If the same event may be recorded repeatedly (a repeated range), its id must be the same. */
  readonly id: string;
  readonly projectId: number;
  readonly event: InternalEventName;
  /** Null if no user caused the event. */
  readonly userId: number | null;
  readonly properties: Readonly<Record<string, unknown>>;
}

/** The maximum number of rows in one statement. */
const ROWS_AT_ONCE = 1_000;

/**
 * Records internal events in the transaction of `db`: they are delivered if and only if it is committed. Nothing is
 * recorded for a project without enabled destinations of this type; an event whose id exists is not changed.
 */
export async function recordInternalEvents(
  db: Pick<Kysely<Schema>, 'getExecutor'>,
  events: readonly NewInternalEvent[],
): Promise<void> {
  for (let from = 0; from < events.length; from += ROWS_AT_ONCE) {
    const rows = events.slice(from, from + ROWS_AT_ONCE);
    await sql`
      INSERT INTO internal_events (id, project_id, event, user_id, properties)
      SELECT r.* FROM unnest(
        ${rows.map(({ id }) => id)}::uuid[],
        ${rows.map(({ projectId }) => projectId)}::int[],
        ${rows.map(({ event }) => event)}::text[],
        ${rows.map(({ userId }) => userId)}::int[],
        ${rows.map(({ properties }) => JSON.stringify(properties))}::json[]
      ) AS r (id, project_id, event, user_id, properties)
      WHERE EXISTS (SELECT 1 FROM destinations d WHERE d.project_id = r.project_id
        AND d.type = 'internal_destination' AND d.enabled AND NOT d.deleted)
      ON CONFLICT (id) DO NOTHING`.execute(db);
  }
}
