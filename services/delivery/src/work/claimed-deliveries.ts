import type { DeliveredEvent } from '@tidemark/contracts';
import type { ClaimedDelivery, DeliveryTarget, InternalEventWork } from '@tidemark/postgres';
import { deliveredEvent } from '../internal/delivered-event';
import type { Together } from './together';

/** Lists of deliveries, each of which is sent in its order: those of one distinct id, or a single one. */
export function linesOf(claimed: readonly ClaimedDelivery[]): (readonly ClaimedDelivery[])[] {
  const lines = new Map<string, ClaimedDelivery[]>();
  for (const delivery of claimed) {
    const key = delivery.position === null ? delivery.id : `of ${delivery.distinctId}`;
    const line = lines.get(key) ?? [];
    lines.set(key, line);
    line.push(delivery);
  }
  return [...lines.values()];
}

/** Reads events of visitors from ClickHouse and internal events from Postgres. */
export async function readEvents(
  {
    together,
    internalEvents,
  }: {
    readonly together: Pick<Together, 'events'>;
    readonly internalEvents: Pick<InternalEventWork, 'read'>;
  },
  target: DeliveryTarget,
  claimed: readonly ClaimedDelivery[],
): Promise<ReadonlyMap<string, DeliveredEvent>> {
  if (target.kind !== 'destination' || target.destination.type === 'destination') {
    return together.events(claimed.map(keyOf));
  }
  const ids = claimed.map(({ eventUuid }) => eventUuid);
  const events = await internalEvents.read(target.destination.projectId, ids);
  return new Map([...events].map(([id, event]) => [id, deliveredEvent(event)]));
}

function keyOf({ projectId, eventAt, eventName, distinctId, eventUuid }: ClaimedDelivery) {
  return {
    teamId: projectId,
    day: eventAt.toISOString().slice(0, 10),
    event: eventName,
    distinctId,
    uuid: eventUuid,
  };
}
