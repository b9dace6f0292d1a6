import type {
  AlertCondition,
  AlertConfig,
  AlertHysteresis,
  AlertInterval,
  AlertScheduleRestriction,
  AlertState,
  AlertThresholdConfiguration,
  IncidentChange,
  IncidentEndReason,
} from '@tidemark/contracts';
import { fieldTable, json, named, own } from '../field-table';
import type { Settable } from '../field-table';
import type { AlertCheckTable, AlertNotificationTable, AlertTable } from '../schema';

/** Watches a number of an insight. */
export interface Alert {
  /** UUID. */
  readonly id: string;
  readonly projectId: number;
  readonly insightId: number;
  readonly name: string | null;
  readonly enabled: boolean;
  /** Ids of users, some of whom may be deleted. */
  readonly subscribedUsers: number[];
  readonly condition: AlertCondition;
  readonly threshold: AlertThresholdConfiguration | null;
  readonly thresholdId: string;
  readonly thresholdName: string;
  readonly config: AlertConfig;
  readonly calculationInterval: AlertInterval;
  readonly snoozedUntil: Date | null;
  readonly skipWeekend: boolean;
  readonly scheduleRestriction: AlertScheduleRestriction | null;
  readonly hysteresis: AlertHysteresis;
  /** Whether there is an open incident. */
  readonly firing: boolean;
  /**
   * The number of successive intervals whose value would change the state (see `IncidentState`), and the start of the
   * last one.
   */
  readonly streak: number;
  readonly streakAt: string | null;
  readonly incident: number;
  readonly failedChecks: number;
  readonly lastValue: number | null;
  readonly lastCheckedAt: Date | null;
  readonly lastNotifiedAt: Date | null;
  readonly nextCheckAt: Date;
  readonly createdById: number | null;
  readonly createdAt: Date;
}

/** The stored fields of an alert. */
export const ALERT_FIELDS = fieldTable<Alert, AlertTable>()({
  id: own('id'),
  projectId: own('project_id'),
  insightId: named('insight_id', 'insight'),
  name: 'name',
  enabled: 'enabled',
  subscribedUsers: 'subscribed_users',
  condition: json('condition'),
  threshold: json('threshold'),
  thresholdId: own('threshold_id'),
  thresholdName: 'threshold_name',
  config: json('config'),
  calculationInterval: 'calculation_interval',
  snoozedUntil: 'snoozed_until',
  skipWeekend: 'skip_weekend',
  scheduleRestriction: json('schedule_restriction'),
  hysteresis: json('hysteresis'),
  firing: own('firing'),
  streak: own('streak'),
  streakAt: own('streak_at'),
  incident: own('incident'),
  failedChecks: own('failed_checks'),
  lastValue: own('last_value'),
  lastCheckedAt: own('last_checked_at'),
  lastNotifiedAt: own('last_notified_at'),
  nextCheckAt: own('next_check_at'),
  createdById: own('created_by_id'),
  createdAt: own('created_at'),
});

export const { fromRow: toAlert } = ALERT_FIELDS;

/** The fields that clients may set. */
export type AlertFields = Settable<typeof ALERT_FIELDS>;

/** One check of an alert. */
export interface AlertCheck {
  readonly id: string;
  readonly createdAt: Date;
  readonly state: AlertState;
  readonly value: number | null;
  readonly lower: number | null;
  readonly upper: number | null;
  readonly at: string | null;
  readonly condition: AlertCondition;
  readonly threshold: AlertThresholdConfiguration | null;
  readonly query: Record<string, unknown> | null;
  readonly error: string | null;
}

export const { fromRow: toAlertCheck } = fieldTable<AlertCheck, AlertCheckTable>()({
  id: own('id'),
  createdAt: own('created_at'),
  state: own('state'),
  value: own('calculated_value'),
  lower: own('lower_bound'),
  upper: own('upper_bound'),
  at: own('interval_start'),
  condition: own('condition'),
  threshold: own('threshold'),
  query: own('query'),
  error: own('error'),
});

/** A notification that an incident began or ended. */
export interface AlertNotification {
  readonly id: string;
  readonly incident: number;
  readonly change: IncidentChange;
  readonly reason: IncidentEndReason | null;
  readonly checkId: string | null;
  readonly value: number | null;
  readonly createdAt: Date;
  readonly sentAt: Date | null;
}

export const { fromRow: toAlertNotification } = fieldTable<
  AlertNotification,
  AlertNotificationTable
>()({
  id: own('id'),
  incident: own('incident'),
  change: own('change'),
  reason: own('reason'),
  checkId: own('check_id'),
  value: own('calculated_value'),
  createdAt: own('created_at'),
  sentAt: own('sent_at'),
});

/** The state of an alert at a time: a snooze has precedence over an error, and an error over an incident. */
export function alertState(
  { snoozedUntil, failedChecks, firing }: Pick<Alert, 'snoozedUntil' | 'failedChecks' | 'firing'>,
  now: Date,
): AlertState {
  if (snoozedUntil !== null && snoozedUntil > now) return 'Snoozed';
  if (failedChecks > 0) return 'Errored';
  return firing ? 'Firing' : 'Not firing';
}
