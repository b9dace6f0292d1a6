import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { recordInternalEvents } from '../internal-events/record-internal-events';
import type { NewInternalEvent } from '../internal-events/record-internal-events';
import type { Schema } from '../schema';

/** `paused`: deliveries are paused. `failed_delivery`: a delivery has failed after all attempts. */
export type IncidentReason = 'paused' | 'failed_delivery';

/** The destination of a delivery. */
export interface FailingDestination {
  readonly projectId: number;
  readonly destinationId: string;
  /** Set if the destination is an action that posts to Slack. */
  readonly actionId: number | null;
}

/** The minimum time between two incidents of one destination. */
const QUIET = '1 hour';

interface Incident {
  readonly id: string;
  readonly projectId: number;
  readonly name: string;
  readonly reason: IncidentReason;
  readonly error: string;
  readonly beganAt: Date;
  readonly endedAt: Date | null;
}

type Transaction = Pick<Kysely<Schema>, 'getExecutor'>;

/**
 * Begins an incident of a destination, with an internal event about it
 * (`docs/wire/destinations.md#failing-destinations`). Does nothing if an incident is open, or within an hour after
 * the latest one began.
 */
export async function beginIncident(
  tx: Transaction,
  { projectId, destinationId, actionId }: FailingDestination,
  reason: IncidentReason,
  error: string,
): Promise<void> {
  const { rows } = await sql<Incident>`
    INSERT INTO destination_incidents (id, project_id, destination_id, reason, error)
    SELECT ${randomUUID()}::uuid, ${projectId}::int, ${destinationId}::uuid, ${reason}, ${error}
    WHERE EXISTS (SELECT 1 FROM projects WHERE id = ${projectId})
      AND NOT EXISTS (SELECT 1 FROM destination_incidents WHERE destination_id = ${destinationId}::uuid
        AND (ended_at IS NULL OR began_at > now() - ${QUIET}::interval))
    ON CONFLICT (destination_id) WHERE ended_at IS NULL DO NOTHING
    RETURNING id, project_id AS "projectId", reason, error, began_at AS "beganAt", ended_at AS "endedAt",
      coalesce((SELECT d.name FROM destinations d WHERE d.id = ${destinationId}::uuid),
        (SELECT a.name FROM actions a WHERE a.id = ${actionId}::int), '') AS name`.execute(tx);
  await recordInternalEvents(
    tx,
    rows.map((incident) => issueEvent(destinationId, incident)),
  );
}

/** Ends the open incident of a destination, if there is one, with an internal event about it. */
export async function endIncident(tx: Transaction, destinationId: string): Promise<void> {
  const { rows } = await sql<Incident>`
    UPDATE destination_incidents SET ended_at = now()
    WHERE destination_id = ${destinationId}::uuid AND ended_at IS NULL
    RETURNING id, project_id AS "projectId", reason, error, began_at AS "beganAt", ended_at AS "endedAt",
      coalesce((SELECT d.name FROM destinations d WHERE d.id = ${destinationId}::uuid), '') AS name`.execute(
    tx,
  );
  await recordInternalEvents(
    tx,
    rows.map((incident) => issueEvent(destinationId, incident)),
  );
}

/** Ends incidents of destinations that are disabled or deleted, without an internal event, and removes old ones. */
export async function tidyIncidents(tx: Transaction, endedBefore: Date): Promise<void> {
  await sql`
    UPDATE destination_incidents i SET ended_at = now() WHERE ended_at IS NULL
      AND NOT EXISTS (SELECT 1 FROM destinations d
        WHERE d.id = i.destination_id AND d.enabled AND NOT d.deleted)
      AND NOT EXISTS (SELECT 1 FROM destination_health h WHERE h.destination_id = i.destination_id
        AND NOT EXISTS (SELECT 1 FROM destinations d WHERE d.id = i.destination_id))`.execute(tx);
  await sql`DELETE FROM destination_incidents WHERE ended_at < ${endedBefore}`.execute(tx);
}

function issueEvent(destinationId: string, incident: Incident): NewInternalEvent {
  const { id, projectId, reason, error, beganAt, endedAt } = incident;
  const name = incident.name === '' ? 'without a name' : incident.name;
  const isOver = endedAt !== null;
  return {
    id: randomUUID(),
    projectId,
    event: isOver ? '$health_check_issue_resolved' : '$health_check_issue_firing',
    userId: null,
    properties: {
      kind: 'destination_failing',
      severity: reason === 'paused' ? 'critical' : 'warning',
      issue_id: id,
      title: isOver ? `Destination ${name} delivers again` : `Destination ${name} fails`,
      summary: isOver ? `A delivery has succeeded. Before: ${error}` : error,
      link: `/data-management/destinations/${destinationId}`,
      ...{ destination_id: destinationId, destination_name: incident.name, reason, error },
      began_at: beganAt.toISOString(),
      ended_at: endedAt?.toISOString() ?? null,
    },
  };
}
