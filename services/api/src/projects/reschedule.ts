import { nextDeliveryAt } from '@tidemark/domain';
import type { AlertRepository, Project, SubscriptionRepository } from '@tidemark/postgres';
import { regularCheck } from '../alerts/alert-fields';

export interface RescheduleDeps {
  readonly alerts: Pick<AlertRepository, 'reschedule'>;
  readonly subscriptions: Pick<SubscriptionRepository, 'reschedule'>;
  readonly now: () => Date;
}

/** Computes the next checks of alerts and the next deliveries of subscriptions again, for the time zone of the project. */
export async function reschedule(
  { alerts, subscriptions, now }: RescheduleDeps,
  project: Pick<Project, 'id' | 'timezone'>,
): Promise<void> {
  const at = now();
  await alerts.reschedule(project.id, at, (alert) => regularCheck(alert, alert, project, at));
  await subscriptions.reschedule(project.id, at, (one) =>
    nextDeliveryAt(one, at, project.timezone),
  );
}
