import { randomUUID } from 'node:crypto';
import type { IncidentChange, IncidentEndReason } from '@tidemark/contracts';
import { sql } from 'kysely';
import type { Writer } from '../activity-log/unit-of-work';
import { recordInternalEvents } from '../internal-events/record-internal-events';
import type { Alert } from './alert';

/** The data of a change of an incident. */
export interface IncidentMoment {
  readonly now: Date;
  readonly change: IncidentChange;
  /** Why the incident ended; null if it began. */
  readonly reason: IncidentEndReason | null;
  readonly incident: number;
  readonly value: number | null;
  readonly lower: number | null;
  readonly upper: number | null;
}

/** Records an internal event for destinations that an incident began or ended (`docs/wire/destinations.md#alerts`). */
export async function recordIncidentEvent(
  tx: Writer,
  alert: Alert,
  { now, change, reason, incident, value, lower, upper }: IncidentMoment,
): Promise<void> {
  const { rows } = await sql<{ project: string; insight: string | null; shortId: string }>`
    SELECT p.name AS project, coalesce(i.name, i.derived_name) AS insight, i.short_id AS "shortId"
    FROM insights i JOIN projects p ON p.id = i.project_id
    WHERE i.id = ${alert.insightId} AND i.project_id = ${alert.projectId}`.execute(tx);
  const isFiring = change === 'begun';
  await recordInternalEvents(tx, [
    {
      id: randomUUID(),
      projectId: alert.projectId,
      event: isFiring ? '$insight_alert_firing' : '$insight_alert_resolved',
      userId: null,
      properties: {
        alert_id: alert.id,
        alert_name: alert.name,
        project_name: rows[0]?.project ?? null,
        insight_name: rows[0]?.insight ?? null,
        insight_id: rows[0]?.shortId ?? null,
        state: isFiring ? 'Firing' : 'Not firing',
        last_checked_at: now.toISOString(),
        breaches: isFiring ? breachText(value, lower, upper) : '',
        ...{ incident, value, lower, upper, reason },
      },
    },
  ]);
}

function breachText(value: number | null, lower: number | null, upper: number | null): string {
  if (value === null) return 'There is no value.';
  const grown = Number.isFinite(value) ? `The value ${value} is` : 'The value has grown from 0,';
  if (upper !== null && value > upper) return `${grown} above ${upper}.`;
  if (lower !== null && value < lower) return `${grown} below ${lower}.`;
  return `The value is ${value}.`;
}
