import type { Selectable } from 'kysely';
import { sql } from 'kysely';
import type { Database } from '../database';
import type { Page, PageRequest } from '../page';
import type { Schema } from '../schema';
import type { CountRange, DeliveryCount } from './delivery-counts';
import { MAX_COUNTED, readCounts } from './delivery-counts';
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

/** The deliveries of a project. Every method takes the project id and does not find deliveries of other projects. */
export interface DeliveryLog {
  /** Newest first, counted up to 100,000. */
  list(
    projectId: number,
    destinationId: string,
    query: { readonly state?: DeliveryState | undefined; readonly page: PageRequest },
  ): Promise<Page<DeliveryRun>>;
  /**
   * The attempts of the latest deliveries and of those that wait for another attempt, newest first. Attempts of an
   * older delivery that has ended are found by its id.
   */
  attempts(
    projectId: number,
    destinationId: string,
    query: { readonly deliveryId?: string | undefined; readonly limit: number },
  ): Promise<readonly LoggedAttempt[]>;
  counts(
    projectId: number,
    destinationId: string,
    range: CountRange,
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
        SELECT count(*) AS count
        FROM (SELECT FROM deliveries WHERE ${matches} LIMIT ${MAX_COUNTED}) d`.execute(db);
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
      const one = sql`project_id = ${projectId} AND destination_id = ${destinationId}::uuid
        AND (${deliveryId ?? null}::uuid IS NULL OR id = ${deliveryId ?? null}::uuid)`;
      // Each part of the union has an index, however many deliveries there are.
      const { rows } = await sql<Selectable<Schema['delivery_attempts']>>`
        SELECT a.* FROM delivery_attempts a
        WHERE a.delivery_id IN (
          (SELECT id FROM deliveries WHERE ${one} ORDER BY created_at DESC, id LIMIT ${limit})
          UNION
          (SELECT id FROM deliveries WHERE ${one} AND state = 'waiting' AND attempts > 0
            ORDER BY due_at DESC LIMIT ${limit}))
        ORDER BY a.started_at DESC, a.delivery_id LIMIT ${limit}`.execute(db);
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

    counts: (projectId, destinationId, range) =>
      readCounts(db, { projectId, destinationId }, range),

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
