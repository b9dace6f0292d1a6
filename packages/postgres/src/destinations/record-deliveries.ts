import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { Schema } from '../schema';

/** A delivery to create: an event and its destination. */
export interface NewDelivery {
  readonly id: string;
  readonly projectId: number;
  readonly destinationId: string;
  /** Set if the destination is an action that posts to Slack. */
  readonly actionId: number | null;
  readonly eventUuid: string;
  readonly eventName: string;
  readonly distinctId: string;
  readonly eventAt: Date;
}

/** The maximum number of rows in one statement. */
const ROWS_AT_ONCE = 5_000;

interface Writable {
  readonly db: Pick<Kysely<Schema>, 'getExecutor'>;
}

/**
 * Records deliveries to make. Those of ordered destinations get positions in the order of the list. Existing deliveries are not changed, and those of removed projects are ignored.
 *
 * @param dueInMs the time until they are due, unless `releaseDeliveries` makes them due earlier
 */
export async function recordDeliveries(
  { db }: Writable,
  deliveries: readonly NewDelivery[],
  dueInMs = 0,
): Promise<void> {
  for (let from = 0; from < deliveries.length; from += ROWS_AT_ONCE) {
    const rows = deliveries.slice(from, from + ROWS_AT_ONCE);
    await sql`
      INSERT INTO deliveries (id, project_id, destination_id, action_id, event_uuid, event_name, distinct_id,
        event_at, due_at, position)
      SELECT r.id, r.project_id, r.destination_id, r.action_id, r.event_uuid, r.event_name, r.distinct_id,
        r.event_at, now() + ${dueInMs} * interval '1 millisecond',
        CASE WHEN d.ordered THEN nextval('delivery_positions') END
      FROM unnest(
        ${rows.map(({ id }) => id)}::uuid[],
        ${rows.map(({ projectId }) => projectId)}::int[],
        ${rows.map(({ destinationId }) => destinationId)}::uuid[],
        ${rows.map(({ actionId }) => actionId)}::int[],
        ${rows.map(({ eventUuid }) => eventUuid)}::uuid[],
        ${rows.map(({ eventName }) => eventName)}::text[],
        ${rows.map(({ distinctId }) => distinctId)}::text[],
        ${rows.map(({ eventAt }) => eventAt)}::timestamptz[]
      ) WITH ORDINALITY AS r (id, project_id, destination_id, action_id, event_uuid, event_name, distinct_id,
        event_at, number)
      LEFT JOIN destinations d ON d.id = r.destination_id
      WHERE EXISTS (SELECT 1 FROM projects p WHERE p.id = r.project_id)
      ORDER BY r.number
      ON CONFLICT (id) DO NOTHING`.execute(db);
  }
}

/** Makes deliveries due that were recorded for a later time and that no process has claimed. */
export async function releaseDeliveries({ db }: Writable, ids: readonly string[]): Promise<void> {
  for (let from = 0; from < ids.length; from += ROWS_AT_ONCE) {
    await sql`
      UPDATE deliveries SET due_at = now()
      WHERE id = ANY(${ids.slice(from, from + ROWS_AT_ONCE)}::uuid[])
        AND state = 'waiting' AND attempts = 0 AND due_at > now()`.execute(db);
  }
}
