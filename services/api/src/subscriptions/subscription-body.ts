import type { SubscriptionBody, SubscriptionDeliveryBody } from '@tidemark/contracts';
import { scheduleSummary } from '@tidemark/domain';
import type {
  Dashboard,
  Insight,
  Subscription,
  SubscriptionDelivery,
  User,
} from '@tidemark/postgres';
import { userBasicBody } from '../users/user-body';
import { wireTime, wireTimeOrNull } from '../wire-time';

/** The data that a response contains in addition to the subscriptions, by id. */
export interface SubscriptionContext {
  readonly insights: ReadonlyMap<number, Insight>;
  readonly dashboards: ReadonlyMap<number, Dashboard>;
  readonly people: ReadonlyMap<number, User>;
}

export function subscriptionBody(
  subscription: Subscription,
  { insights, dashboards, people }: SubscriptionContext,
): SubscriptionBody {
  const { insightId, dashboardId, createdById } = subscription;
  const insight = insightId === null ? undefined : insights.get(insightId);
  const dashboard = dashboardId === null ? undefined : dashboards.get(dashboardId);
  const author = createdById === null ? undefined : people.get(createdById);
  const resourceType = insightId === null ? 'dashboard' : 'insight';
  return {
    id: subscription.id,
    content_type: resourceType,
    resource_type: resourceType,
    dashboard: dashboardId,
    insight: insightId,
    insight_short_id: insight?.shortId ?? null,
    resource_name: (insight && (insight.name || insight.derivedName)) || (dashboard?.name ?? null),
    dashboard_export_insights: subscription.exportInsights,
    target_type: subscription.targetType,
    target_value: subscription.targetValue,
    has_signing_secret: subscription.hasSigningSecret,
    frequency: subscription.frequency,
    interval: subscription.interval,
    byweekday: subscription.byweekday,
    bysetpos: subscription.bysetpos,
    count: subscription.count,
    start_date: wireTime(subscription.startDate),
    until_date: wireTimeOrNull(subscription.untilDate),
    created_at: wireTime(subscription.createdAt),
    created_by: author === undefined ? null : userBasicBody(author),
    deleted: subscription.deleted,
    enabled: subscription.enabled,
    title: subscription.title,
    summary: scheduleSummary(subscription),
    next_delivery_date: wireTimeOrNull(subscription.nextDeliveryDate),
    integration_id: null,
    invite_message: null,
    summary_enabled: false,
  };
}

export function subscriptionDeliveryBody(delivery: SubscriptionDelivery): SubscriptionDeliveryBody {
  const { state, error } = delivery;
  return {
    id: delivery.id,
    subscription: delivery.subscriptionId,
    idempotency_key: delivery.idempotencyKey,
    trigger_type: delivery.trigger,
    scheduled_at: wireTimeOrNull(delivery.scheduledAt),
    target_type: delivery.targetType,
    target_value: delivery.targetValue,
    content_snapshot: delivery.content,
    recipient_results: delivery.recipientResults,
    status: state === 'composing' || state === 'sending' ? 'starting' : state,
    attempts: delivery.attempts,
    error: error === null ? null : { message: error },
    created_at: wireTime(delivery.createdAt),
    last_updated_at: wireTime(delivery.updatedAt),
    finished_at: wireTimeOrNull(delivery.finishedAt),
  };
}
