import { sql } from 'kysely';
import type { Database } from '../database';
import type { BreakerStore } from './breaker-store';
import { createBreakerStore } from './breaker-store';
import { countFinished, MAX_COUNTED, pruneCounts } from './delivery-counts';
import type { FailingDestination } from './incidents';

/** A delivery that a process has claimed for one attempt. */
export interface ClaimedDelivery {
  readonly id: string;
  readonly projectId: number;
  readonly destinationId: string;
  readonly actionId: number | null;
  readonly eventUuid: string;
  readonly eventName: string;
  readonly distinctId: string;
  readonly eventAt: Date;
  /** The number of this attempt, from 1. */
  readonly attempt: number;
  /** The same, but counted from the latest replay. */
  readonly attemptSinceReplay: number;
  readonly createdAt: Date;
  /** Its place in the order of its destination; null if it may be sent in any order. */
  readonly position: number | null;
}

/** One attempt: the request and the response, without secrets. */
export interface DeliveryAttempt {
  readonly startedAt: Date;
  readonly durationMs: number;
  readonly isSuccess: boolean;
  /** The status of the HTTP response; null if there was none. */
  readonly status: number | null;
  readonly request: Readonly<Record<string, unknown>> | null;
  readonly response: string | null;
  readonly error: string | null;
}

/** The state of a delivery after an attempt. */
export type DeliveryOutcome =
  { readonly state: 'delivered' | 'failed' } | { readonly state: 'waiting'; readonly dueAt: Date };

export interface PostponedDelivery {
  readonly id: string;
  readonly dueAt: Date;
}

export interface FinishedAttempt {
  readonly delivery: Pick<ClaimedDelivery, 'id' | 'attempt' | 'position'>;
  readonly attempt: DeliveryAttempt;
  readonly outcome: DeliveryOutcome;
}

/** What one statement did of a work that may need several. */
export interface Part {
  /** The number of rows. */
  readonly count: number;
  readonly hasMore: boolean;
}

export interface DueDestination {
  readonly destinationId: string;
  /** Whether its latest delivery failed, so that the receiver may not respond. */
  readonly isFailing: boolean;
  /** Whether a recent response of its receiver was slow. */
  readonly isSlow: boolean;
}

/** The operations of the delivery service on deliveries, shared by all of its processes. */
export interface DeliveryWork extends BreakerStore {
  /**
   * Destinations with due deliveries, except those whose breaker is open: the first ones by id after `after`. The page
   * has the projects in turn: the first destination of each, then the second of each, and so on.
   * @param after the greatest id of the page before; null for the first page
   */
  listDue(limit: number, after: string | null): Promise<readonly DueDestination[]>;
  /**
   * Claims due deliveries of a destination, the longest due first; after the lease they are due again. Of an ordered
   * destination, no delivery is claimed before an earlier one of its distinct id; they are returned in their order.
   */
  claim(destinationId: string, limit: number, leaseMs: number): Promise<readonly ClaimedDelivery[]>;
  /** Postpones deliveries whose events are not readable yet; these do not count as attempts. */
  postpone(put: readonly PostponedDelivery[]): Promise<void>;
  /** Writes attempts and their results; deliveries that are no longer waiting are not changed. */
  finish(made: readonly FinishedAttempt[]): Promise<void>;
  /** Fails some deliveries that have been waiting since before `before`. @returns their destinations */
  expire(before: Date): Promise<Part & { readonly destinations: readonly FailingDestination[] }>;
  /** Removes some finished deliveries. */
  prune(deliveredBefore: Date, failedBefore: Date): Promise<Part>;
  /** Removes the counts of hours before `before`. */
  pruneCounts(before: Date): Promise<void>;
  /** The numbers of deliveries, for metrics; each is counted up to 100,000. */
  countDeliveries(): Promise<{ readonly waiting: number; readonly failed: number }>;
  /** For metrics: the numbers of destinations that are paused, and of those with an open incident. */
  countFailing(): Promise<{ readonly failing: number; readonly incidents: number }>;
}

const ROWS_AT_ONCE = 5_000;

const partOf = (count: number): Part => ({ count, hasMore: count >= ROWS_AT_ONCE });

export function createDeliveryWork({ db }: Database): DeliveryWork {
  return {
    async listDue(limit, after) {
      // Two look-ups in the index per destination, however many deliveries are waiting. The walk ends with the page.
      const first = after ?? '00000000-0000-0000-0000-000000000000';
      const { rows } = await sql<DueDestination>`
        WITH RECURSIVE waiting (destination_id) AS (
          (SELECT destination_id FROM deliveries
           WHERE state = 'waiting' AND destination_id > ${first}::uuid
           ORDER BY destination_id LIMIT 1)
          UNION ALL
          SELECT (SELECT d.destination_id FROM deliveries d
                  WHERE d.state = 'waiting' AND d.destination_id > waiting.destination_id
                  ORDER BY d.destination_id LIMIT 1)
          FROM waiting WHERE waiting.destination_id IS NOT NULL
        ),
        page AS (
          SELECT w.destination_id, due.project_id, health.failures > 0 AS is_failing,
            EXISTS (SELECT FROM slow_destinations s
              WHERE s.destination_id = w.destination_id AND s.slow_until > now()) AS is_slow
          FROM waiting w
          CROSS JOIN LATERAL (SELECT d.project_id FROM deliveries d
            WHERE d.state = 'waiting' AND d.destination_id = w.destination_id AND d.due_at <= now()
            ORDER BY d.due_at LIMIT 1) due
          LEFT JOIN LATERAL (SELECT h.failures, h.open_until FROM destination_health h
            WHERE h.destination_id = w.destination_id OFFSET 0) health ON true
          WHERE health.open_until IS NULL OR health.open_until <= now()
          LIMIT ${limit}
        )
        SELECT destination_id AS "destinationId", coalesce(is_failing, false) AS "isFailing",
          is_slow AS "isSlow"
        FROM page
        ORDER BY row_number() OVER (PARTITION BY project_id ORDER BY destination_id), project_id`.execute(
        db,
      );
      return rows;
    },

    async claim(destinationId, limit, leaseMs) {
      const { rows } = await sql<ClaimedDelivery>`
        UPDATE deliveries SET attempts = attempts + 1,
          due_at = now() + ${leaseMs} * interval '1 millisecond'
        WHERE id IN (
          SELECT id FROM deliveries d
          WHERE state = 'waiting' AND destination_id = ${destinationId}::uuid AND due_at <= now()
            AND (position IS NULL OR NOT EXISTS (
              SELECT 1 FROM deliveries e WHERE e.state = 'waiting' AND e.destination_id = d.destination_id
                AND e.distinct_id = d.distinct_id AND e.position < d.position AND e.due_at > d.due_at))
          ORDER BY due_at, position LIMIT ${limit} FOR UPDATE SKIP LOCKED)
        RETURNING id, project_id AS "projectId", destination_id AS "destinationId",
          action_id AS "actionId", event_uuid AS "eventUuid", event_name AS "eventName",
          distinct_id AS "distinctId", event_at AS "eventAt", attempts AS attempt,
          attempts - attempts_before_replay AS "attemptSinceReplay",
          created_at AS "createdAt", position`.execute(db);
      // The statement returns rows in any order.
      return rows.sort((one, other) => (one.position ?? 0) - (other.position ?? 0));
    },

    async postpone(put) {
      const rows = JSON.stringify(put.map(({ id, dueAt }) => ({ id, due_at: dueAt })));
      await sql`
        UPDATE deliveries d SET attempts = attempts - 1, due_at = put.due_at
        FROM json_to_recordset(${rows}::json) AS put (id uuid, due_at timestamptz)
        WHERE d.id = put.id AND d.state = 'waiting'`.execute(db);
    },

    async finish(made) {
      const rows = JSON.stringify(made.map(finishedRow));
      // One statement and one round trip. Deliveries that were erased meanwhile, or finished by another process, are
      // not changed.
      await sql`
        WITH made AS (
          SELECT * FROM json_to_recordset(${rows}::json) AS made
            (id uuid, state text, due_at timestamptz, number int, started_at timestamptz, duration_ms int,
             outcome text, status int, request json, response text, error text)),
        done AS (
          UPDATE deliveries d SET state = made.state, due_at = coalesce(made.due_at, d.due_at),
            finished_at = CASE WHEN made.state = 'waiting' THEN NULL ELSE now() END
          FROM made WHERE d.id = made.id AND d.state = 'waiting'
          RETURNING d.id, d.project_id, d.destination_id, d.state),
        counted AS (${countFinished('done')})
        INSERT INTO delivery_attempts
          (delivery_id, number, started_at, duration_ms, outcome, status, request, response, error)
        SELECT id, number, started_at, duration_ms, outcome, status, request, response, error
        FROM made JOIN done USING (id) ON CONFLICT DO NOTHING`.execute(db);
      await holdBack(db, made);
    },

    ...createBreakerStore({ db }),

    async expire(before) {
      const { rows } = await sql<FailingDestination & { count: number }>`
        WITH ended AS (
          UPDATE deliveries SET state = 'failed', finished_at = now(), attempts = attempts + 1
          WHERE id IN (SELECT id FROM deliveries WHERE state = 'waiting' AND created_at < ${before}
            ORDER BY created_at LIMIT ${ROWS_AT_ONCE} FOR UPDATE SKIP LOCKED)
          RETURNING id, attempts, project_id, destination_id, action_id, state),
        counted AS (${countFinished('ended')}),
        logged AS (INSERT INTO delivery_attempts (delivery_id, number, started_at, duration_ms, outcome, error)
        SELECT id, attempts, now(), 0, 'failure', 'the delivery has waited for too long' FROM ended
        ON CONFLICT DO NOTHING)
        SELECT destination_id AS "destinationId", min(project_id) AS "projectId",
          min(action_id) AS "actionId", count(*) AS count FROM ended GROUP BY destination_id`.execute(
        db,
      );
      const destinations = rows.map(({ count: _, ...destination }) => destination);
      return { ...partOf(rows.reduce((sum, { count }) => sum + count, 0)), destinations };
    },

    async prune(deliveredBefore, failedBefore) {
      // Each state has an index of its own; the oldest are read from its start.
      const { numAffectedRows } = await sql`
        DELETE FROM deliveries WHERE id IN (
          (SELECT id FROM deliveries WHERE state = 'delivered' AND finished_at < ${deliveredBefore}
            ORDER BY finished_at LIMIT ${ROWS_AT_ONCE})
          UNION ALL
          (SELECT id FROM deliveries WHERE state = 'failed' AND finished_at < ${failedBefore}
            ORDER BY finished_at LIMIT ${ROWS_AT_ONCE}))`.execute(db);
      return partOf(Number(numAffectedRows ?? 0n));
    },

    pruneCounts: (before) => pruneCounts(db, before),

    async countDeliveries() {
      const { rows } = await sql<{ waiting: number; failed: number }>`
        SELECT
          (SELECT count(*) FROM (SELECT FROM deliveries WHERE state = 'waiting' LIMIT ${MAX_COUNTED}) w) AS waiting,
          (SELECT count(*) FROM (SELECT FROM deliveries WHERE state = 'failed' LIMIT ${MAX_COUNTED}) f) AS failed`.execute(
        db,
      );
      return rows[0] ?? { waiting: 0, failed: 0 };
    },

    async countFailing() {
      const { rows } = await sql<{ failing: number; incidents: number }>`
        SELECT (SELECT count(*) FROM destination_health WHERE open_until IS NOT NULL) AS failing,
          (SELECT count(*) FROM destination_incidents WHERE ended_at IS NULL) AS incidents`.execute(
        db,
      );
      return rows[0] ?? { failing: 0, incidents: 0 };
    },
  };
}

/**
 * Postpones the later deliveries of ordered destinations that wait for one that is tried again. None of them would be
 * claimed, but a claim would read them all.
 */
async function holdBack(
  db: Pick<Database['db'], 'getExecutor'>,
  made: readonly FinishedAttempt[],
): Promise<void> {
  const held = made.flatMap(({ delivery, outcome }) =>
    outcome.state === 'waiting' && delivery.position !== null
      ? [{ id: delivery.id, due_at: outcome.dueAt }]
      : [],
  );
  if (held.length === 0) return;
  await sql`
    UPDATE deliveries later SET due_at = held.due_at
    FROM json_to_recordset(${JSON.stringify(held)}::json) AS held (id uuid, due_at timestamptz)
    JOIN deliveries d USING (id)
    WHERE later.state = 'waiting' AND later.destination_id = d.destination_id
      AND later.distinct_id = d.distinct_id AND later.position > d.position
      AND later.due_at < held.due_at`.execute(db);
}

function finishedRow({ delivery, attempt, outcome }: FinishedAttempt) {
  return {
    id: delivery.id,
    state: outcome.state,
    due_at: outcome.state === 'waiting' ? outcome.dueAt : null,
    number: delivery.attempt,
    started_at: attempt.startedAt,
    duration_ms: attempt.durationMs,
    outcome: attempt.isSuccess ? 'success' : 'failure',
    status: attempt.status,
    request: attempt.request,
    response: attempt.response,
    error: attempt.error,
  };
}
