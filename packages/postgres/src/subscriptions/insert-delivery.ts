import type { SubscriptionTrigger } from '@tidemark/contracts';
import type { Writer } from '../activity-log/unit-of-work';
import type { Subscription } from './subscription';

/** A delivery that is to be made at once. */
export interface NewSubscriptionDelivery {
  /** A second delivery of a subscription with the same key is not made. */
  readonly key: string;
  readonly trigger: SubscriptionTrigger;
  readonly scheduledAt: Date | null;
  /** The addresses of e-mails; none otherwise. */
  readonly recipients: readonly string[];
  readonly inviteMessage: string | null;
}

/** False when there is a delivery with this key already. */
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
