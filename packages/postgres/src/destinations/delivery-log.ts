import { sql } from 'kysely';
import type { Database } from '../database';
import type { Page, PageRequest } from '../page';
import type { DeliveryAttempt } from './delivery-work';
import { resumeDestination } from './resume-destination';

export const deliveryStates = ['waiting', 'delivered', 'failed'] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/** A delivery with its latest attempt. */
export interface DeliveryRun {
  readonly id: string;
  readonly eventUuid: string;
  readonly eventName: string;
  readonly state: DeliveryState;
  readonly attempts: number;
  readonly dueAt: Date;
  readonly createdAt: Date;
  readonly finishedAt: Date | null;
  readonly latestAttempt: DeliveryAttempt | null;
}

/** An attempt of one delivery. */
export type LoggedAttempt = DeliveryAttempt & {
  readonly deliveryId: string;
  readonly number: number;
};

/** The deliveries of one hour by result. */
export interface DeliveryCount {
  readonly at: Date;
  readonly delivered: number;
  readonly failed: number;
}

/** The deliveries of a project. Every method takes the project id and does not find deliveries of other projects. */
export interface DeliveryLog {
  /** Newest first. */
  list(
    projectId: number,
    destinationId: string,
    query: { readonly state?: DeliveryState | undefined; readonly page: PageRequest },
  ): Promise<Page<DeliveryRun>>;
  /** The attempts of the latest deliveries, newest first. */
  attempts(
    projectId: number,
    destinationId: string,
    query: { readonly deliveryId?: string | undefined; readonly limit: number },
  ): Promise<readonly LoggedAttempt[]>;
  counts(
    projectId: number,
    destinationId: string,
    range: { readonly after: Date; readonly before: Date; readonly unit: 'hour' | 'day' | 'week' },
  ): Promise<readonly DeliveryCount[]>;
  /** Sends failed deliveries again: one, or all of a destination, also during a pause. @returns their number */
  replay(projectId: number, destinationId: string, deliveryId: string | null): Promise<number>;
}

interface RunRow extends Omit<DeliveryRun, 'latestAttempt'> {
  readonly attempt: AttemptJson | null;
}

interface AttemptJson {
  readonly started_at: string;
  readonly duration_ms: number;
  readonly outcome: string;
  readonly status: number | null;
  readonly request: Record<string, unknown> | null;
  readonly response: string | null;
  readonly error: string | null;
}

export function createDeliveryLog({ db }: Database): DeliveryLog {
  return {
    async list(projectId, destinationId, { state, page }) {
      const matches = sql`project_id = ${projectId} AND destination_id = ${destinationId}::uuid
        AND (${state ?? null}::text IS NULL OR state = ${state ?? null}::text)`;
      const counted = await sql<{ count: number }>`
        SELECT count(*) AS count FROM deliveries WHERE ${matches}`.execute(db);
      const { rows } = await sql<RunRow>`
        SELECT d.id, d.event_uuid AS "eventUuid", d.event_name AS "eventName", d.state,
          d.attempts, d.due_at AS "dueAt", d.created_at AS "createdAt",
          d.finished_at AS "finishedAt", (SELECT to_json(a) FROM delivery_attempts a
            WHERE a.delivery_id = d.id ORDER BY a.number DESC LIMIT 1) AS attempt
        FROM (SELECT * FROM deliveries WHERE ${matches}
          ORDER BY created_at DESC, id LIMIT ${page.limit} OFFSET ${page.offset}) d
        ORDER BY d.created_at DESC, d.id`.execute(db);
      return { count: counted.rows[0]?.count ?? 0, rows: rows.map(toRun) };
    },

    async attempts(projectId, destinationId, { deliveryId, limit }) {
      const rows = await db
        .selectFrom('delivery_attempts')
        .innerJoin('deliveries', 'deliveries.id', 'delivery_attempts.delivery_id')
        .selectAll('delivery_attempts')
        .where('deliveries.project_id', '=', projectId)
        .where('deliveries.destination_id', '=', destinationId)
        .$if(deliveryId !== undefined, (q) => q.where('deliveries.id', '=', deliveryId ?? ''))
        .orderBy('delivery_attempts.started_at', 'desc')
        .orderBy('delivery_attempts.delivery_id')
        .limit(limit)
        .execute();
      return rows.map((row) => ({
        deliveryId: row.delivery_id,
        number: row.number,
        startedAt: row.started_at,
        durationMs: row.duration_ms,
        isSuccess: row.outcome === 'success',
        status: row.status,
        request: row.request,
        response: row.response,
        error: row.error,
      }));
    },

    async counts(projectId, destinationId, { after, before, unit }) {
      const { rows } = await sql<DeliveryCount>`
        SELECT date_trunc(${unit}, finished_at, 'UTC') AS at,
          count(*) FILTER (WHERE state = 'delivered') AS delivered,
          count(*) FILTER (WHERE state = 'failed') AS failed
        FROM deliveries WHERE project_id = ${projectId} AND destination_id = ${destinationId}::uuid
          AND finished_at >= ${after} AND finished_at < ${before}
        GROUP BY 1 ORDER BY 1`.execute(db);
      return rows;
    },

    async replay(projectId, destinationId, deliveryId) {
      const { numAffectedRows } = await sql`
        UPDATE deliveries SET state = 'waiting', due_at = now(), created_at = now(), finished_at = NULL,
          attempts_before_replay = attempts
        WHERE project_id = ${projectId} AND destination_id = ${destinationId}::uuid
          AND state = 'failed' AND (${deliveryId}::uuid IS NULL OR id = ${deliveryId}::uuid)`.execute(
        db,
      );
      const replayed = Number(numAffectedRows ?? 0n);
      if (replayed > 0) await resumeDestination(db, projectId, destinationId);
      return replayed;
    },
  };
}

function toRun({ attempt, ...run }: RunRow): DeliveryRun {
  return {
    ...run,
    latestAttempt:
      attempt === null
        ? null
        : {
            startedAt: new Date(attempt.started_at),
            durationMs: attempt.duration_ms,
            isSuccess: attempt.outcome === 'success',
            status: attempt.status,
            request: attempt.request,
            response: attempt.response,
            error: attempt.error,
          },
  };
}
