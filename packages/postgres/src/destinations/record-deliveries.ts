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

export interface RecordOptions {
  /** The time until they are due, unless `releaseDeliveries` makes them due earlier. */
  readonly dueInMs?: number;
  /** False for reports about the project itself, which have no quota. */
  readonly isCounted?: boolean;
}

/** The maximum number of rows in one statement. */
const ROWS_AT_ONCE = 5_000;

interface Writable {
  readonly db: Pick<Kysely<Schema>, 'getExecutor'>;
}

/**
 * Records deliveries to make. Those of ordered destinations get positions in the order of the list. Existing deliveries
 * are not changed, and those of removed projects are ignored. New ones are counted as usage; those of a project whose
 * quota of deliveries is used up are not recorded.
 */
export async function recordDeliveries(
  { db }: Writable,
  deliveries: readonly NewDelivery[],
  { dueInMs = 0, isCounted = true }: RecordOptions = {},
): Promise<void> {
  for (let from = 0; from < deliveries.length; from += ROWS_AT_ONCE) {
    const rows = deliveries.slice(from, from + ROWS_AT_ONCE);
    await sql`
      WITH recorded AS (
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
        WHERE EXISTS (SELECT 1 FROM projects p WHERE p.id = r.project_id AND NOT (${isCounted}::boolean AND EXISTS (
          SELECT 1 FROM jsonb_to_recordset(p.quota_limits || p.counted_quotas)
            AS quota (resource text, until timestamptz)
          WHERE quota.resource = 'deliveries' AND (quota.until IS NULL OR quota.until > now()))))
        ORDER BY r.number
        ON CONFLICT (id) DO NOTHING
        RETURNING project_id)
      INSERT INTO usage_days (project_id, day, resource, count)
      SELECT project_id, (now() AT TIME ZONE 'UTC')::date, 'deliveries', count(*) FROM recorded
      WHERE ${isCounted}::boolean GROUP BY project_id ORDER BY project_id
      ON CONFLICT (project_id, day, resource)
      DO UPDATE SET count = usage_days.count + excluded.count`.execute(db);
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
