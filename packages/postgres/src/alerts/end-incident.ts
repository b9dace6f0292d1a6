import type { IncidentEndReason } from '@tidemark/contracts';
import type { Writer } from '../activity-log/unit-of-work';
import type { Alert } from './alert';
import { toAlert } from './alert';
import { recordIncidentEvent } from './alert-events';

/** Longer than an e-mail is tried (`DELIVERY_MAX_AGE_HOURS`). */
const KEPT_MS = 8 * 86_400_000;

/**
 * Records that a user ended the open incident of an alert. With `deleted`, the alert no longer exists, and the
 * notification has the data of its e-mail.
 */
export async function endIncident(
  tx: Writer,
  alert: Alert,
  reason: Exclude<IncidentEndReason, 'value'>,
  now: Date,
): Promise<void> {
  const { name, insightId, subscribedUsers } = alert;
  await tx
    .insertInto('alert_notifications')
    .values({
      project_id: alert.projectId,
      ...(reason === 'deleted'
        ? { alert_name: name, insight_id: insightId, subscribed_users: [...subscribedUsers] }
        : { alert_id: alert.id }),
      incident: alert.incident,
      change: 'ended',
      reason,
      calculated_value: alert.lastValue,
      created_at: now,
    })
    .execute();
  await recordIncidentEvent(tx, alert, {
    ...{ now, change: 'ended', reason, incident: alert.incident },
    ...{ value: alert.lastValue, lower: null, upper: null },
  });
}

/** Removes the notifications of deleted alerts whose e-mail is too old to be sent. */
export async function forgetRemoved(tx: Writer, projectId: number, now: Date): Promise<void> {
  await tx
    .deleteFrom('alert_notifications')
    .where('project_id', '=', projectId)
    .where('alert_id', 'is', null)
    .where('created_at', '<', new Date(now.getTime() - KEPT_MS))
    .execute();
}

/** Ends the open incidents of the alerts of an insight that is deleted: they are not checked while it is. */
export async function endIncidentsOf(
  tx: Writer,
  insight: { readonly id: number; readonly projectId: number },
  now: Date,
): Promise<void> {
  const ended = await tx
    .updateTable('alerts')
    .set({ firing: false, streak: 0, streak_at: null, last_notified_at: now, check_token: null })
    .where('insight_id', '=', insight.id)
    .where('project_id', '=', insight.projectId)
    .where('firing', '=', true)
    .returningAll()
    .execute();
  for (const row of ended) await endIncident(tx, toAlert(row), 'insight_deleted', now);
}
