import type {
  RecipientResult,
  SubscriptionFrequency,
  SubscriptionReport,
  SubscriptionTarget,
  SubscriptionTrigger,
  SubscriptionWeekday,
} from '@tidemark/contracts';
import type { ColumnType, Generated } from 'kysely';
import type { CreatedAt, Json, Timestamp } from './columns';

export interface SubscriptionTable {
  id: Generated<number>;
  project_id: number;
  /** Either the insight or the dashboard is null. */
  insight_id: number | null;
  dashboard_id: number | null;
  dashboard_export_insights: Generated<number[]>;
  title: string | null;
  target_type: SubscriptionTarget;
  /** E-mail addresses, or the part of a URL that may be shown. */
  target_value: string;
  /** The encrypted URL and signing secret; null for e-mails. */
  sealed_target: string | null;
  has_signing_secret: Generated<boolean>;
  frequency: SubscriptionFrequency;
  interval: Generated<number>;
  byweekday: SubscriptionWeekday[] | null;
  bysetpos: number | null;
  count: number | null;
  start_date: Timestamp;
  until_date: Timestamp | null;
  /** Null if there are no more deliveries. */
  next_delivery_date: Timestamp | null;
  enabled: Generated<boolean>;
  deleted: Generated<boolean>;
  created_by_id: number | null;
  created_at: CreatedAt;
}

export interface SubscriptionDeliveryTable {
  id: Generated<string>;
  project_id: number;
  subscription_id: number;
  /** Unique for each subscription. */
  idempotency_key: string;
  trigger_type: SubscriptionTrigger;
  scheduled_at: Timestamp | null;
  target_type: SubscriptionTarget;
  target_value: string;
  /** The recipients of an e-mail. */
  recipients: Generated<string[]>;
  invite_message: string | null;
  state: Generated<'composing' | 'sending' | 'completed' | 'failed' | 'skipped'>;
  /** The number of attempts in its current state. */
  attempts: Generated<number>;
  due_at: CreatedAt;
  /** The token of the process that works on it. */
  token: string | null;
  content: ColumnType<SubscriptionReport | null, string | null | undefined, string | null>;
  recipient_results: Json<RecipientResult[]>;
  error: string | null;
  created_at: CreatedAt;
  updated_at: CreatedAt;
  finished_at: Timestamp | null;
}

interface SubscriptionChartTable {
  delivery_id: string;
  /** The index of the insight in the content. */
  position: number;
  svg: string;
  png: Buffer;
}

/** The tables of subscriptions and their deliveries. */
export interface SubscriptionsTables {
  subscriptions: SubscriptionTable;
  subscription_deliveries: SubscriptionDeliveryTable;
  subscription_charts: SubscriptionChartTable;
}
