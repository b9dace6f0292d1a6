import { nextDeliveryAt, recipientsOf } from '@tidemark/domain';
import type { DueSubscription, SubscriptionWork } from '@tidemark/postgres';
import type { SubscriptionMetrics } from './subscription-metrics';

/**
 * Starts the due deliveries of subscriptions. The delivery and the next time are written in one transaction, so each
 * due time creates one delivery, even with several workers. Times missed while no worker ran create one delivery
 * together: the next time is in the future.
 */
export async function planDue(
  deps: {
    readonly work: Pick<SubscriptionWork, 'listDue' | 'plan'>;
    readonly metrics: Pick<SubscriptionMetrics, 'late'>;
    readonly now: () => Date;
  },
  limit: number,
): Promise<void> {
  const now = deps.now();
  for (const { subscription, timezone } of await deps.work.listDue(now, limit)) {
    const planned = await planOne(deps.work, { subscription, timezone }, now);
    const { nextDeliveryDate } = subscription;
    if (planned && nextDeliveryDate !== null) {
      deps.metrics.late.observe((now.getTime() - nextDeliveryDate.getTime()) / 1_000);
    }
  }
}

function planOne(
  work: Pick<SubscriptionWork, 'plan'>,
  { subscription, timezone }: DueSubscription,
  now: Date,
): Promise<boolean> {
  const { nextDeliveryDate: scheduledAt, targetType, targetValue } = subscription;
  const delivery = {
    key: `scheduled:${scheduledAt?.toISOString() ?? ''}`,
    trigger: 'scheduled',
    scheduledAt,
    recipients: targetType === 'email' ? recipientsOf(targetValue) : [],
    inviteMessage: null,
  } as const;
  return work.plan(subscription, delivery, nextDeliveryAt(subscription, now, timezone));
}
