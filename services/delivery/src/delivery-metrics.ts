import type { Metrics } from '@tidemark/platform';
import type {
  DeliveryAttempt,
  DeliveryWork,
  InternalEventWork,
  SubscriptionWork,
} from '@tidemark/postgres';

export interface DeliveryMetrics {
  observe(template: string, attempt: Pick<DeliveryAttempt, 'isSuccess' | 'durationMs'>): void;
}

export function createDeliveryMetrics(
  metrics: Metrics,
  work: Pick<DeliveryWork, 'countDeliveries' | 'countFailing'>,
  internalEvents: Pick<InternalEventWork, 'countWaiting'>,
): DeliveryMetrics {
  const attempts = metrics.counter(
    'delivery_attempts_total',
    'Attempts to deliver an event to a destination',
    ['template', 'outcome'],
  );
  const seconds = metrics.histogram(
    'delivery_seconds',
    'Time of an attempt to deliver, with the response of the receiver',
    ['template'],
  );
  metrics.readGauges(
    'deliveries',
    'Deliveries that are still to be made (waiting), and failed ones that are kept (failed), each up to 100,000',
    'state',
    async () => {
      const { waiting, failed } = await work.countDeliveries();
      return [
        ['waiting', waiting],
        ['failed', failed],
      ];
    },
  );
  metrics.readGauges(
    'delivery_destinations',
    'Destinations that nothing is sent to for a while because deliveries keep failing (failing), and those whose deliveries fail (incident)',
    'state',
    async () => {
      const { failing, incidents } = await work.countFailing();
      return [
        ['failing', failing],
        ['incident', incidents],
      ];
    },
  );
  metrics.readGauges(
    'internal_events',
    'Changes, alerts and warnings whose destinations are still to be found (waiting)',
    'state',
    async () => [['waiting', await internalEvents.countWaiting()]],
  );
  return {
    observe(template, { isSuccess, durationMs }) {
      attempts.inc({ template, outcome: isSuccess ? 'success' : 'failure' });
      seconds.observe({ template }, durationMs / 1_000);
    },
  };
}

export interface AlertMailMetrics {
  count(isSuccess: boolean): void;
}

export function createAlertMailMetrics(metrics: Metrics): AlertMailMetrics {
  const mails = metrics.counter(
    'alert_mails_total',
    'Attempts to send the e-mail of an alert or a guarded rollout to its subscribed users',
    ['outcome'],
  );
  return {
    count: (isSuccess) => mails.inc({ outcome: isSuccess ? 'success' : 'failure' }),
  };
}

export interface SubscriptionMessageMetrics {
  count(target: string, isSuccess: boolean): void;
}

export function createSubscriptionMessageMetrics(
  metrics: Metrics,
  work: Pick<SubscriptionWork, 'counts'>,
): SubscriptionMessageMetrics {
  const messages = metrics.counter(
    'subscription_messages_total',
    'Attempts to send a message of a subscription: one for each address, URL or channel',
    ['target', 'outcome'],
  );
  metrics.readGauges(
    'subscription_deliveries',
    'Deliveries of subscriptions that are not finished (waiting), and failed ones that are kept (failed)',
    'state',
    async () => Object.entries(await work.counts()),
  );
  return {
    count: (target, isSuccess) =>
      messages.inc({ target, outcome: isSuccess ? 'success' : 'failure' }),
  };
}
