import { sql } from 'kysely';
import type { Database } from '../database';
import type { FailingDestination, IncidentReason } from './incidents';
import { beginIncident, endIncident, tidyIncidents } from './incidents';

/** The state of the circuit breaker of a destination, and whether its receiver responds slowly. */
interface Breaker {
  readonly failures: number;
  readonly openUntil: Date | null;
  /** Whether the destination has an open incident. */
  readonly hasIncident: boolean;
  /** Whether a recent response of its receiver was slow. */
  readonly isSlow: boolean;
}

/** The operations of the delivery service on circuit breakers and incidents of destinations. */
export interface BreakerStore {
  breaker(destinationId: string): Promise<Breaker>;
  /** Counts a failure of a destination. @returns the number of successive failures, including this one */
  noteFailure(
    delivery: Pick<FailingDestination, 'destinationId' | 'projectId'>,
    error: string,
  ): Promise<number>;
  open(destinationId: string, until: Date): Promise<void>;
  /** Records that the receiver responds slowly; this expires after some minutes without slow responses. */
  noteSlow(destination: Pick<FailingDestination, 'destinationId' | 'projectId'>): Promise<void>;
  /** Removes expired records of slow receivers. */
  pruneSlow(): Promise<void>;
  /** Resets the failures and ends the incident. */
  noteSuccess(destinationId: string): Promise<void>;
  /** Begins an incident, unless one is open. */
  beginIncident(
    destination: FailingDestination,
    reason: IncidentReason,
    error: string,
  ): Promise<void>;
  /** Ends incidents of disabled or deleted destinations, and removes incidents that ended before `endedBefore`. */
  tidyIncidents(endedBefore: Date): Promise<void>;
}

/** The time for which a receiver counts as slow after a slow response. */
const SLOW_MINUTES = 10;

/** The circuit breakers of destinations. They are in Postgres, so that all processes share them. */
export function createBreakerStore({ db }: Pick<Database, 'db'>): BreakerStore {
  return {
    async breaker(destinationId) {
      const { rows } = await sql<Breaker>`
        SELECT coalesce(h.failures, 0) AS failures, h.open_until AS "openUntil",
          i.id IS NOT NULL AS "hasIncident", s.destination_id IS NOT NULL AS "isSlow"
        FROM (SELECT ${destinationId}::uuid AS id) d
        LEFT JOIN destination_health h ON h.destination_id = d.id
        LEFT JOIN destination_incidents i ON i.destination_id = d.id AND i.ended_at IS NULL
        LEFT JOIN slow_destinations s ON s.destination_id = d.id AND s.slow_until > now()`.execute(
        db,
      );
      return rows[0] ?? { failures: 0, openUntil: null, hasIncident: false, isSlow: false };
    },

    async noteFailure({ destinationId, projectId }, error) {
      const { rows } = await sql<{ failures: number }>`
        INSERT INTO destination_health (destination_id, project_id, failures, failing_since, latest_error)
        VALUES (${destinationId}::uuid, ${projectId}, 1, now(), ${error})
        ON CONFLICT (destination_id) DO UPDATE SET failures = destination_health.failures + 1,
          failing_since = coalesce(destination_health.failing_since, now()),
          latest_error = excluded.latest_error
        RETURNING failures`.execute(db);
      return rows[0]?.failures ?? 1;
    },

    async open(destinationId, until) {
      await db
        .updateTable('destination_health')
        .set({ open_until: until })
        .where('destination_id', '=', destinationId)
        .execute();
    },

    async noteSlow({ destinationId, projectId }) {
      await sql`
        INSERT INTO slow_destinations (destination_id, project_id, slow_until)
        SELECT ${destinationId}::uuid, id, now() + ${SLOW_MINUTES} * interval '1 minute'
        FROM projects WHERE id = ${projectId}
        ON CONFLICT (destination_id) DO UPDATE SET slow_until = excluded.slow_until`.execute(db);
    },

    async pruneSlow() {
      await sql`DELETE FROM slow_destinations WHERE slow_until < now()`.execute(db);
    },

    async noteSuccess(destinationId) {
      await db.transaction().execute(async (tx) => {
        await tx
          .deleteFrom('destination_health')
          .where('destination_id', '=', destinationId)
          .execute();
        await endIncident(tx, destinationId);
      });
    },

    beginIncident: (destination, reason, error) =>
      db.transaction().execute((tx) => beginIncident(tx, destination, reason, error)),

    tidyIncidents: (endedBefore) => tidyIncidents(db, endedBefore),
  };
}
