import type { ActionInput, MatchableStep, SourceFilters } from '@tidemark/domain';
import { compileSource, indexSources, parseElementsChain } from '@tidemark/domain';
import { median } from './median';

const SOURCES = 200;
const EVENTS = 20_000;
const ROUNDS = 9;
const TARGET_MICROSECONDS = 15;

const CHAIN =
  'button.btn.btn-primary:attr__data-attr="save-btn"attr_id="save"nth-child="2"nth-of-type="1"text="Save";form.settings:nth-child="1"nth-of-type="1";div:nth-child="1"nth-of-type="1";body:nth-child="2"nth-of-type="1"';

/**
 * The filters of 200 destinations: half name an event that no other destination names; the others name an event that
 * all visitors send, or no event.
 */
function filtersOf(index: number): SourceFilters {
  const sum = { key: 'sum', operator: 'gt', value: 1_000 + index };
  switch (index % 10) {
    case 0:
      return { properties: [{ key: 'plan', value: `plan-${index}` }] };
    case 1:
    case 2:
      return { actions: [{ id: index }] };
    case 3:
      return {
        events: [{ id: '$pageview' }],
        properties: [
          {
            key: 'email',
            type: 'person',
            operator: 'icontains',
            value: `@company${index}.example`,
          },
        ],
      };
    case 4:
      return { actions: [{ id: 1_000 + index }] };
    default:
      return { events: [{ id: `event ${index}`, properties: [sum] }] };
  }
}

/**
 * Measures the time to match one event with the filters of 200 destinations of a project, for several kinds of events.
 */
export function benchDestinations(): Promise<void> {
  const ids = Array.from({ length: SOURCES }, (_, index) => index);
  const context = {
    actions: new Map<number, readonly MatchableStep[]>([
      ...ids.map((id) => [id, [{ event: '$pageview', url: `/thanks/${id}` }]] as const),
      ...ids.map(
        (id) =>
          [
            1_000 + id,
            [{ event: '$autocapture', selector: `form > button.b${id}`, text: 'Save' }],
          ] as const,
      ),
    ]),
    testAccountFilters: [],
  };
  const index = indexSources(
    ids.map((id) => ({ key: id, source: compileSource(filtersOf(id), context) })),
  );
  for (const name of ['$pageview', '$autocapture', 'event 5', 'unknown']) {
    const per = ids.slice(0, ROUNDS).map(() => microseconds(() => index.find(eventOf(name))));
    const middle = median(per);
    console.log(
      `destinations: ${name} against ${SOURCES} sources: ${middle.toFixed(2)} µs of a processor for an event (target ≤ ${TARGET_MICROSECONDS})`,
    );
  }
  return Promise.resolve();
}

function eventOf(event: string): ActionInput {
  let elements: ActionInput['elements'] | null = null;
  return {
    event,
    properties: {
      $current_url: 'https://shop.example/products/17?ref=mail',
      $browser: 'Firefox',
      plan: 'free',
      sum: 17,
    },
    // Parsed at most once and only when a condition needs it, as in the worker.
    get elements() {
      elements ??= parseElementsChain(event === '$autocapture' ? CHAIN : '');
      return elements;
    },
    personProperties: { email: 'ann@example.com' },
  };
}

/** Microseconds of CPU time per call, so that other processes of the machine do not count. */
function microseconds(work: () => unknown): number {
  const from = process.cpuUsage();
  for (let count = 0; count < EVENTS; count += 1) work();
  return process.cpuUsage(from).user / EVENTS;
}
