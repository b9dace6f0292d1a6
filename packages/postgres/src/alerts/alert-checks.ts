import { randomUUID } from 'node:crypto';
import type { AlertState, IncidentChange } from '@tidemark/contracts';
import type { Database } from '../database';
import type { Writer } from '../activity-log/unit-of-work';
import type { Alert } from './alert';
import { toAlert } from './alert';
import { recordIncidentEvent } from './alert-events';

/** The number of checks of an alert that are kept. */
const KEPT_CHECKS = 1_000;

interface AlertReference {
  readonly projectId: number;
  readonly alertId: string;
}

/** A running check. A later claim of the alert replaces it. */
export interface AlertClaim {
  readonly token: string;
  /** The alert at the start of the check. */
  readonly alert: Alert;
}

/** The result of one check and the new state of the alert. */
export interface FinishedCheck {
  readonly now: Date;
  readonly state: AlertState;
  readonly value: number | null;
  readonly lower: number | null;
  readonly upper: number | null;
  readonly at: string | null;
  readonly query: Readonly<Record<string, unknown>> | null;
  /** Null if the check succeeded. */
  readonly error: string | null;
  readonly change: IncidentChange | null;
  readonly incident: Pick<Alert, 'firing' | 'streak' | 'streakAt'>;
  readonly nextCheckAt: Date;
}

/** The operations of a worker that checks alerts. */
export interface AlertChecks {
  /** Alerts whose check is due. */
  listDue(now: Date, limit: number): Promise<readonly AlertReference[]>;
  /** Takes an alert for a check; null if it is not due. */
  claim(reference: AlertReference, now: Date): Promise<AlertClaim | null>;
  /** Moves the check of a claimed alert to another time. */
  postpone(claim: AlertClaim, nextCheckAt: Date): Promise<void>;
  /**
   * Writes the check, the state of the alert, and the notification of a change of an incident in one transaction.
   * False if the claim was lost: another worker checks the alert, or a user changed it.
   */
  finish(claim: AlertClaim, check: FinishedCheck): Promise<boolean>;
}

export function createAlertChecks({ db }: Database): AlertChecks {
  return {
    async listDue(now, limit) {
      const rows = await due(now)
        .select(['alerts.id', 'alerts.project_id'])
        .orderBy('alerts.next_check_at')
        .limit(limit)
        .execute();
      return rows.map((row) => ({ projectId: row.project_id, alertId: row.id }));
    },

    async claim({ projectId, alertId }, now) {
      const token = randomUUID();
      const row = await db
        .updateTable('alerts')
        .set({ check_token: token })
        .where('project_id', '=', projectId)
        .where('id', '=', alertId)
        .where('id', 'in', due(now).select('alerts.id').where('alerts.id', '=', alertId))
        .returningAll()
        .executeTakeFirst();
      return row === undefined ? null : { token, alert: toAlert(row) };
    },

    async postpone({ token, alert }, nextCheckAt) {
      await db
        .updateTable('alerts')
        .set({ next_check_at: nextCheckAt, check_token: null })
        .where('id', '=', alert.id)
        .where('check_token', '=', token)
        .execute();
    },

    finish: (claim, check) => db.transaction().execute((tx) => finish(tx, claim, check)),
  };

  function due(now: Date) {
    return db
      .selectFrom('alerts')
      .innerJoin('insights', 'insights.id', 'alerts.insight_id')
      .where('insights.deleted', '=', false)
      .where('alerts.enabled', '=', true)
      .where('alerts.next_check_at', '<=', now)
      .where((e) =>
        e.or([e('alerts.snoozed_until', 'is', null), e('alerts.snoozed_until', '<=', now)]),
      );
  }
}

async function finish(tx: Writer, claim: AlertClaim, check: FinishedCheck): Promise<boolean> {
  const { token, alert } = claim;
  const { change, now, incident: state } = check;
  const incident = alert.incident + (change === 'begun' ? 1 : 0);
  const held = await tx
    .updateTable('alerts')
    .set({
      check_token: null,
      firing: state.firing,
      streak: state.streak,
      streak_at: state.streakAt,
      incident,
      failed_checks: check.error === null ? 0 : alert.failedChecks + 1,
      last_checked_at: now,
      next_check_at: check.nextCheckAt,
      ...(check.error === null && { last_value: check.value }),
      ...(change !== null && { last_notified_at: now }),
    })
    .where('id', '=', alert.id)
    .where('check_token', '=', token)
    .returning('id')
    .executeTakeFirst();
  if (held === undefined) return false;
  const checkId = await insertCheck(tx, alert, check);
  if (change !== null) {
    await tx
      .insertInto('alert_notifications')
      .values({
        project_id: alert.projectId,
        alert_id: alert.id,
        incident,
        change,
        reason: change === 'ended' ? 'value' : null,
        check_id: checkId,
        calculated_value: check.value,
        created_at: now,
      })
      .execute();
    const { value, lower, upper } = check;
    const reason = change === 'ended' ? 'value' : null;
    const incidentEvent = { now, change, reason, incident, value, lower, upper } as const;
    await recordIncidentEvent(tx, alert, incidentEvent);
  }
  await forgetOldChecks(tx, alert.id);
  return true;
}

async function insertCheck(tx: Writer, alert: Alert, check: FinishedCheck): Promise<string> {
  const { id } = await tx
    .insertInto('alert_checks')
    .values({
      project_id: alert.projectId,
      alert_id: alert.id,
      created_at: check.now,
      state: check.state,
      calculated_value: check.value,
      lower_bound: check.lower,
      upper_bound: check.upper,
      interval_start: check.at,
      condition: JSON.stringify(alert.condition),
      threshold: alert.threshold && JSON.stringify(alert.threshold),
      query: check.query && JSON.stringify(check.query),
      error: check.error,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

async function forgetOldChecks(tx: Writer, alertId: string): Promise<void> {
  const oldest = tx
    .selectFrom('alert_checks')
    .select('created_at')
    .where('alert_id', '=', alertId)
    .orderBy('created_at', 'desc')
    .offset(KEPT_CHECKS)
    .limit(1);
  await tx
    .deleteFrom('alert_checks')
    .where('alert_id', '=', alertId)
    .where('created_at', '<=', oldest)
    .execute();
}
