import type { AlertBody, AlertCheckBody } from '@tidemark/contracts';
import type {
  Alert,
  AlertCheck,
  AlertNotification,
  DashboardTile,
  Insight,
  User,
} from '@tidemark/postgres';
import { alertState } from '@tidemark/postgres';
import { insightBasicBody } from '../insights/insight-body';
import { userBasicBody } from '../users/user-body';
import { wireTime, wireTimeOrNull } from '../wire-time';

/** The data that a response shows with an alert. */
export interface AlertContext {
  readonly insights: ReadonlyMap<number, Insight>;
  readonly people: ReadonlyMap<number, User>;
  readonly places: readonly DashboardTile[];
  readonly now: Date;
}

/** The checks and notifications of one alert. */
export interface AlertPast {
  readonly checks: readonly AlertCheck[];
  readonly total: number;
  readonly notifications: readonly AlertNotification[];
}

/** @param past null in lists */
export function alertBody(
  alert: Alert,
  insight: Insight,
  { people, places, now }: Omit<AlertContext, 'insights'>,
  past: AlertPast | null,
): AlertBody {
  const { snoozedUntil } = alert;
  const author = alert.createdById === null ? undefined : people.get(alert.createdById);
  return {
    id: alert.id,
    name: alert.name,
    insight: insightBasicBody(insight, people, places),
    enabled: alert.enabled,
    state: alertState(alert, now),
    subscribed_users: alert.subscribedUsers.flatMap((id) => {
      const user = people.get(id);
      return user === undefined ? [] : [userBasicBody(user)];
    }),
    condition: alert.condition,
    threshold: alert.threshold && {
      id: alert.thresholdId,
      created_at: wireTime(alert.createdAt),
      name: alert.thresholdName,
      configuration: alert.threshold,
    },
    config: alert.config,
    detector_config: null,
    calculation_interval: alert.calculationInterval,
    snoozed_until: snoozedUntil !== null && snoozedUntil > now ? wireTime(snoozedUntil) : null,
    skip_weekend: alert.skipWeekend,
    schedule_restriction: alert.scheduleRestriction,
    hysteresis: alert.hysteresis,
    last_notified_at: wireTimeOrNull(alert.lastNotifiedAt),
    last_checked_at: wireTimeOrNull(alert.lastCheckedAt),
    next_check_at: alert.enabled ? wireTime(alert.nextCheckAt) : null,
    last_value: finite(alert.lastValue),
    checks: past?.checks.map((check) => checkBody(check, past.notifications)) ?? [],
    ...(past !== null && { checks_total: past.total }),
    notifications: past?.notifications.map(notificationBody) ?? [],
    created_by: author === undefined ? null : userBasicBody(author),
    created_at: wireTime(alert.createdAt),
  };
}

function checkBody(check: AlertCheck, notifications: readonly AlertNotification[]): AlertCheckBody {
  const own = notifications.find(({ checkId }) => checkId === check.id);
  return {
    id: check.id,
    created_at: wireTime(check.createdAt),
    calculated_value: finite(check.value),
    state: check.state,
    targets_notified: own !== undefined && own.sentAt !== null,
    notification_sent_at: wireTimeOrNull(own?.sentAt ?? null),
    incident: own?.change ?? null,
    lower_bound: check.lower,
    upper_bound: check.upper,
    interval_start: check.at,
    condition: check.condition,
    threshold: check.threshold,
    query: check.query,
    error: check.error,
  };
}

function notificationBody(notification: AlertNotification): AlertBody['notifications'][number] {
  return {
    id: notification.id,
    incident: notification.incident,
    change: notification.change,
    reason: notification.reason,
    calculated_value: finite(notification.value),
    created_at: wireTime(notification.createdAt),
    sent_at: wireTimeOrNull(notification.sentAt),
  };
}

/** Growth from nothing has no number in JSON. */
function finite(value: number | null): number | null {
  return value !== null && Number.isFinite(value) ? value : null;
}
