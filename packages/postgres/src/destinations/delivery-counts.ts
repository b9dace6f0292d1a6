import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import type { Database } from '../database';

/** Millions of deliveries are not counted completely for each page and each reading of the metrics. */
export const MAX_COUNTED = 100_000;

/** The deliveries of one hour, day or week by result. */
export interface DeliveryCount {
  readonly at: Date;
  readonly delivered: number;
  readonly failed: number;
}

export interface CountRange {
  /** The first hour is the one that contains this time. */
  readonly after: Date;
  readonly before: Date;
  readonly unit: 'hour' | 'day' | 'week';
}

/**
 * A statement for a `WITH` clause that counts finished deliveries in their hour.
 * @param finished the name of a query before it, with the columns `project_id`, `destination_id` and `state`
 */
export function countFinished(finished: string): RawBuilder<unknown> {
  return sql`
    INSERT INTO delivery_hours (destination_id, hour, project_id, delivered, failed)
    SELECT destination_id, date_trunc('hour', now(), 'UTC'), min(project_id),
      count(*) FILTER (WHERE state = 'delivered'), count(*) FILTER (WHERE state = 'failed')
    FROM ${sql.table(finished)} WHERE state <> 'waiting' GROUP BY destination_id ORDER BY destination_id
    ON CONFLICT (destination_id, hour) DO UPDATE SET
      delivered = delivery_hours.delivered + excluded.delivered,
      failed = delivery_hours.failed + excluded.failed`;
}

/** Reads the counts of a destination by time. A delivery that failed, was sent again and was delivered counts twice. */
export async function readCounts(
  db: Database['db'],
  { projectId, destinationId }: { readonly projectId: number; readonly destinationId: string },
  { after, before, unit }: CountRange,
): Promise<readonly DeliveryCount[]> {
  const { rows } = await sql<DeliveryCount>`
    SELECT date_trunc(${unit}, hour, 'UTC') AS at, sum(delivered)::bigint AS delivered,
      sum(failed)::bigint AS failed
    FROM delivery_hours WHERE project_id = ${projectId} AND destination_id = ${destinationId}::uuid
      AND hour >= date_trunc('hour', ${after}::timestamptz, 'UTC') AND hour < ${before}
    GROUP BY 1 ORDER BY 1`.execute(db);
  return rows;
}

export async function pruneCounts(db: Database['db'], before: Date): Promise<void> {
  await sql`DELETE FROM delivery_hours WHERE hour < ${before}`.execute(db);
}
