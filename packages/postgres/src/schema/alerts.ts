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
import type { ColumnType, Generated } from 'kysely';
import type { CreatedAt, Json, Timestamp } from './columns';

type OptionalJson<T> = ColumnType<T | null, string | null | undefined, string | null>;

export interface AlertTable {
  id: Generated<string>;
  project_id: number;
  insight_id: number;
  name: string | null;
  enabled: Generated<boolean>;
  subscribed_users: Generated<number[]>;
  condition: Json<AlertCondition>;
  threshold: OptionalJson<AlertThresholdConfiguration>;
  threshold_id: Generated<string>;
  threshold_name: Generated<string>;
  config: Json<AlertConfig>;
  calculation_interval: Generated<AlertInterval>;
  snoozed_until: Timestamp | null;
  skip_weekend: Generated<boolean>;
  schedule_restriction: OptionalJson<AlertScheduleRestriction>;
  hysteresis: Json<AlertHysteresis>;
  firing: Generated<boolean>;
  streak: Generated<number>;
  streak_at: string | null;
  /** The number of the latest incident. */
  incident: Generated<number>;
  /** The number of successive failed checks. */
  failed_checks: Generated<number>;
  last_value: number | null;
  last_checked_at: Timestamp | null;
  last_notified_at: Timestamp | null;
  next_check_at: CreatedAt;
  /** The token of the running check. */
  check_token: string | null;
  created_by_id: number | null;
  created_at: CreatedAt;
}

export interface AlertCheckTable {
  id: Generated<string>;
  project_id: number;
  alert_id: string;
  created_at: CreatedAt;
  state: AlertState;
  calculated_value: number | null;
  lower_bound: number | null;
  upper_bound: number | null;
  interval_start: string | null;
  condition: Json<AlertCondition>;
  threshold: OptionalJson<AlertThresholdConfiguration>;
  query: OptionalJson<Record<string, unknown>>;
  error: string | null;
}

export interface AlertNotificationTable {
  id: Generated<string>;
  project_id: number;
  /** Null after the alert was deleted; then the next three columns have the data of the e-mail. */
  alert_id: string | null;
  alert_name: string | null;
  insight_id: number | null;
  subscribed_users: number[] | null;
  incident: number;
  change: IncidentChange;
  /** Why the incident ended; null for its beginning. */
  reason: IncidentEndReason | null;
  /** Null if a user ended the incident, or after the check was deleted. */
  check_id: string | null;
  calculated_value: number | null;
  created_at: CreatedAt;
  /** Null until the mail server accepted the e-mail to the subscribed users. */
  sent_at: Timestamp | null;
  /** The number of failed attempts to send it. */
  attempts: Generated<number>;
  next_attempt_at: CreatedAt;
  /** The error of the latest attempt. */
  send_error: string | null;
}

/** The tables of alerts, their checks and notifications. */
export interface AlertsTables {
  alerts: AlertTable;
  alert_checks: AlertCheckTable;
  alert_notifications: AlertNotificationTable;
}
