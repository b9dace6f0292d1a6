import type { SubscriptionTrigger } from '@tidemark/contracts';
import type { Writer } from '../activity-log/unit-of-work';
import type { Subscription } from './subscription';

/** A delivery that is due immediately. */
export interface NewSubscriptionDelivery {
  /** If a subscription already has a delivery with this key, no second one is created. */
  readonly key: string;
  readonly trigger: SubscriptionTrigger;
  readonly scheduledAt: Date | null;
  /** The recipients of an e-mail; empty for other targets. */
  readonly recipients: readonly string[];
  readonly inviteMessage: string | null;
}

/** Inserts a delivery; false if there is already one with this key. */
export async function insertDelivery(
  tx: Writer,
  subscription: Subscription,
  delivery: NewSubscriptionDelivery,
): Promise<boolean> {
  const inserted = await tx
    .insertInto('subscription_deliveries')
    .values({
      project_id: subscription.projectId,
      subscription_id: subscription.id,
      idempotency_key: delivery.key,
      trigger_type: delivery.trigger,
      scheduled_at: delivery.scheduledAt,
      target_type: subscription.targetType,
      target_value: subscription.targetValue,
      recipients: [...delivery.recipients],
      invite_message: delivery.inviteMessage,
    })
    .onConflict((conflict) => conflict.columns(['subscription_id', 'idempotency_key']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}
