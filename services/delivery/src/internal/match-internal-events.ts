import type { CompiledSource } from '@tidemark/domain';
import { compileSource, deliveryId } from '@tidemark/domain';
import type { Logger } from '@tidemark/platform';
import type {
  InternalEvent,
  InternalEventWork,
  InternalSources,
  NewDelivery,
  SourceDefinition,
} from '@tidemark/postgres';
import { deliveredEvent } from './delivered-event';

interface MatchDeps {
  readonly internalEvents: Pick<InternalEventWork, 'match'>;
  readonly logger: Logger;
}

/** The maximum number of events in one transaction. */
const EVENTS_AT_ONCE = 500;
/** Filters of internal events contain no actions and no test accounts. */
const CONTEXT = { actions: new Map(), testAccountFilters: [] } as const;

/** Records the deliveries of all internal events that were not matched yet. @returns the number of events */
export async function matchInternalEvents({ internalEvents, logger }: MatchDeps): Promise<number> {
  const compiled = new Map<string, CompiledSource | null>();
  const sourceOf = (definition: SourceDefinition): CompiledSource | null => {
    const { destinationId, filters } = definition;
    const known = compiled.get(destinationId ?? '');
    if (known !== undefined) return known;
    const source = compile(destinationId, filters, logger);
    compiled.set(destinationId ?? '', source);
    return source;
  };
  let total = 0;
  for (;;) {
    const matched = await internalEvents.match(EVENTS_AT_ONCE, (event, sources) =>
      deliveriesOf(event, sources, sourceOf),
    );
    total += matched;
    if (matched < EVENTS_AT_ONCE) return total;
  }
}

function compile(
  destinationId: string | null,
  filters: SourceDefinition['filters'],
  logger: Logger,
): CompiledSource | null {
  try {
    return compileSource(filters, CONTEXT);
  } catch (error) {
    // The api rejects filters that cannot be compiled; this one became invalid because a rule has changed since.
    logger.warn(
      { err: error, destinationId },
      'the filters of a destination cannot be used: it receives no internal events',
    );
    return null;
  }
}

function deliveriesOf(
  event: InternalEvent,
  sources: InternalSources,
  sourceOf: (definition: SourceDefinition) => CompiledSource | null,
): readonly NewDelivery[] {
  const { properties, personProperties, distinctId } = deliveredEvent(event);
  const input = { event: event.event, properties, elements: [], personProperties };
  return (sources.get(event.projectId) ?? []).flatMap((definition) => {
    const { destinationId } = definition;
    // A failing destination gets no report about itself: the report would fail as well.
    if (destinationId === null || destinationId === properties['destination_id']) return [];
    const source = sourceOf(definition);
    const isNamed = source?.events?.has(event.event) ?? true;
    if (source === null || !isNamed || !source.matches(input)) return [];
    return [
      {
        id: deliveryId(destinationId, event.id),
        projectId: event.projectId,
        destinationId,
        actionId: null,
        eventUuid: event.id,
        eventName: event.event,
        distinctId,
        eventAt: event.createdAt,
      },
    ];
  });
}
