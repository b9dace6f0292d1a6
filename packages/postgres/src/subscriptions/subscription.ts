import type {
  RecipientResult,
  SubscriptionFrequency,
  SubscriptionReport,
  SubscriptionTarget,
  SubscriptionTrigger,
  SubscriptionWeekday,
} from '@tidemark/contracts';
import type { History } from '../activity-log/history';
import { fieldTable, named, own } from '../field-table';
import type { Settable } from '../field-table';
import type { SubscriptionDeliveryTable, SubscriptionTable } from '../schema';

/** A subscription: delivers an insight or a dashboard by schedule. */
export interface Subscription {
  readonly id: number;
  readonly projectId: number;
  /** Exactly one of the two is null. */
  readonly insightId: number | null;
  readonly dashboardId: number | null;
  /** Insights of the dashboard to send; if empty, the first ones. */
  readonly exportInsights: number[];
  readonly title: string | null;
  readonly targetType: SubscriptionTarget;
  /** E-mail addresses, or the part of a URL that may be shown. */
  readonly targetValue: string;
  /** The URL and the signing secret as encrypted JSON; null for e-mails. */
  readonly sealedTarget: string | null;
  readonly hasSigningSecret: boolean;
  readonly frequency: SubscriptionFrequency;
  readonly interval: number;
  readonly byweekday: SubscriptionWeekday[] | null;
  readonly bysetpos: number | null;
  readonly count: number | null;
  readonly startDate: Date;
  readonly untilDate: Date | null;
  /** Null if there are no more deliveries. */
  readonly nextDeliveryDate: Date | null;
  readonly enabled: boolean;
  readonly deleted: boolean;
  readonly createdById: number | null;
  readonly createdAt: Date;
}

/** The stored fields of a subscription. */
export const SUBSCRIPTION_FIELDS = fieldTable<Subscription, SubscriptionTable>()({
  id: own('id'),
  projectId: own('project_id'),
  insightId: named('insight_id', 'insight'),
  dashboardId: named('dashboard_id', 'dashboard'),
  exportInsights: 'dashboard_export_insights',
  title: 'title',
  targetType: 'target_type',
  targetValue: 'target_value',
  sealedTarget: own('sealed_target'),
  hasSigningSecret: 'has_signing_secret',
  frequency: 'frequency',
  interval: 'interval',
  byweekday: 'byweekday',
  bysetpos: 'bysetpos',
  count: 'count',
  startDate: 'start_date',
  untilDate: 'until_date',
  nextDeliveryDate: own('next_delivery_date'),
  enabled: 'enabled',
  deleted: 'deleted',
  createdById: own('created_by_id'),
  createdAt: own('created_at'),
});

export const { fromRow: toSubscription } = SUBSCRIPTION_FIELDS;

/** The fields that clients may set. */
export type SubscriptionFields = Settable<typeof SUBSCRIPTION_FIELDS>;

export const SUBSCRIPTION_HISTORY: History<Subscription> = {
  scope: 'Subscription',
  nameOf: ({ title }) => title,
  wireFields: (subscription) => SUBSCRIPTION_FIELDS.toWire(subscription),
};

/** One delivery of a subscription. */
export interface SubscriptionDelivery {
  /** UUID. */
  readonly id: string;
  readonly projectId: number;
  readonly subscriptionId: number;
  readonly idempotencyKey: string;
  readonly trigger: SubscriptionTrigger;
  readonly scheduledAt: Date | null;
  readonly targetType: SubscriptionTarget;
  readonly targetValue: string;
  readonly recipients: string[];
  readonly inviteMessage: string | null;
  readonly state: 'composing' | 'sending' | 'completed' | 'failed' | 'skipped';
  readonly attempts: number;
  readonly content: SubscriptionReport | null;
  readonly recipientResults: RecipientResult[];
  readonly error: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly finishedAt: Date | null;
}

export const { fromRow: toSubscriptionDelivery } = fieldTable<
  SubscriptionDelivery,
  SubscriptionDeliveryTable
>()({
  id: own('id'),
  projectId: own('project_id'),
  subscriptionId: own('subscription_id'),
  idempotencyKey: own('idempotency_key'),
  trigger: own('trigger_type'),
  scheduledAt: own('scheduled_at'),
  targetType: own('target_type'),
  targetValue: own('target_value'),
  recipients: own('recipients'),
  inviteMessage: own('invite_message'),
  state: own('state'),
  attempts: own('attempts'),
  content: own('content'),
  recipientResults: own('recipient_results'),
  error: own('error'),
  createdAt: own('created_at'),
  updatedAt: own('updated_at'),
  finishedAt: own('finished_at'),
});
