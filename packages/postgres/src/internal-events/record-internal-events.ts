import type { InternalEventName } from '@tidemark/contracts';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { Schema } from '../schema';

/** Something that happened in a project, for its destinations of the type `internal_destination`. */
export interface NewInternalEvent {
  /** UUID. The id of what is said more than once (a repeated range) is the same each time. */
  readonly id: string;
  readonly projectId: number;
  readonly event: InternalEventName;
  /** Null: no user did it. */
  readonly userId: number | null;
  readonly properties: Readonly<Record<string, unknown>>;
}

/** Rows of one statement. */
const ROWS_AT_ONCE = 1_000;

/**
 * Notes what happened, in the transaction of `db`: it is delivered if and only if that is committed. Nothing is noted for a
 * project without enabled destinations of this type, and an id that is known stays as it is.
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
