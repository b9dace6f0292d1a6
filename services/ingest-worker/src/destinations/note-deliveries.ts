import type { ActionInput, IdentityOutcome, NormalizedEvent } from '@tidemark/domain';
import { deliveryId, parseElementsChain, storableTimestamp } from '@tidemark/domain';
import type { NewDelivery } from '@tidemark/postgres';
import type { DestinationSources } from './project-sources';

export interface NotedDeliveries {
  /** The ids of the deliveries. */
  readonly ids: readonly string[];
  /** `deliveredKey` of the events that destinations will receive. */
  readonly events: ReadonlySet<string>;
}

/** A text that is equal for the same event of a project. */
export function deliveredKey(projectId: number, uuid: string): string {
  return `${projectId}:${uuid}`;
}

/** Records the events that destinations have to receive. */
export interface Deliveries {
  /**
   * Records deliveries; does not send them. It is called before the events are stored: if the worker dies in between,
   * the next worker records the same ids again.
   * @throws if the store is unavailable; the range is then tried again
   */
  note(
    events: readonly NormalizedEvent[],
    outcomes: readonly IdentityOutcome[],
  ): Promise<NotedDeliveries>;
  /** Makes deliveries due whose events are stored. @throws if the store is unavailable; the deliveries are then due a second later */
  release(noted: NotedDeliveries): Promise<void>;
}

export function createDeliveries(deps: {
  readonly sources: DestinationSources;
  readonly record: (deliveries: readonly NewDelivery[]) => Promise<void>;
  readonly release: (ids: readonly string[]) => Promise<void>;
}): Deliveries {
  const { sources } = deps;
  return {
    async note(events, outcomes) {
      await sources.load(new Set(events.map(({ entry }) => entry.team_id)));
      const deliveries = events.flatMap((event, index) =>
        deliveriesOf(sources, event, outcomes[index]),
      );
      if (deliveries.length > 0) await deps.record(deliveries);
      return {
        ids: deliveries.map(({ id }) => id),
        events: new Set(
          deliveries.map(({ projectId, eventUuid }) => deliveredKey(projectId, eventUuid)),
        ),
      };
    },
    release: ({ ids }) => deps.release(ids),
  };
}

function deliveriesOf(
  sources: DestinationSources,
  event: NormalizedEvent,
  outcome: IdentityOutcome | undefined,
): readonly NewDelivery[] {
  const projectId = event.entry.team_id;
  const index = sources.of(projectId);
  // Imported events from the past trigger no deliveries.
  if (index === null || event.entry.historical_migration) return [];
  return index.find(matchable(event, outcome)).map(({ id, actionId }) => ({
    id: deliveryId(id, event.entry.uuid),
    projectId,
    destinationId: id,
    actionId,
    eventUuid: event.entry.uuid,
    eventName: event.event,
    distinctId: event.distinctId,
    eventAt: storableTimestamp(event),
  }));
}

/** The chain of elements is parsed only if a condition needs it. */
function matchable(
  { event, properties, elementsChain }: NormalizedEvent,
  outcome: IdentityOutcome | undefined,
): ActionInput {
  let elements: ActionInput['elements'] | null = null;
  return {
    event,
    properties,
    get elements() {
      elements ??= parseElementsChain(elementsChain);
      return elements;
    },
    personProperties: outcome?.personProperties ?? {},
  };
}
