import type { TestEvent } from './insight-fixture';
import { insightScene } from './insight-scene';

interface Correlation {
  readonly event: { event: string; properties: object; elements: { tag_name: string }[] };
  readonly success_count: number;
  readonly failure_count: number;
  readonly odds_ratio: number;
  readonly correlation_type: string;
}

const FUNNEL = {
  kind: 'FunnelsQuery',
  series: ['sign up', 'paid'].map((event) => ({ kind: 'EventsNode', event })),
  dateRange: { date_from: '2020-01-01', date_to: '2020-01-14' },
};

export const correlationOf = (more: object, funnel: object = {}, actors: object = {}) => ({
  kind: 'FunnelCorrelationQuery',
  source: { kind: 'FunnelsActorsQuery', source: { ...FUNNEL, ...funnel }, ...actors },
  ...more,
});

export const short = (events: readonly Correlation[]) =>
  events.map(({ event, success_count, failure_count, odds_ratio, correlation_type }) => [
    event.event,
    success_count,
    failure_count,
    odds_ratio,
    correlation_type,
  ]);

/** Ten who paid and `helped` themselves, ten who did not pay and did something else. */
export function story(): TestEvent[] {
  return Array.from({ length: 10 }, (_, index) => index).flatMap((index): TestEvent[] => [
    { event: 'sign up', who: `s${index}`, at: '2020-01-02 14:00:00' },
    ...(index % 2 === 0 ? [{ event: 'helped', who: `s${index}`, at: '2020-01-03 14:00:00' }] : []),
    { event: 'paid', who: `s${index}`, at: '2020-01-04 14:00:00' },
    // After the funnel: of no meaning for it.
    { event: 'late', who: `s${index}`, at: '2020-01-05 14:00:00' },
    { event: 'sign up', who: `f${index}`, at: '2020-01-02 14:00:00' },
    ...(index % 2 === 0
      ? [{ event: 'got lost', who: `f${index}`, at: '2020-01-03 14:00:00' }]
      : []),
  ]);
}

/**
 * Registers a project for each test of a file.
 * @returns functions that correlate its events with a funnel
 */
export function correlationScene() {
  const { fixture, project } = insightScene();

  async function correlate(more: object, funnel: object = {}, actors: object = {}) {
    const response = await fixture().run<{ results: { events: Correlation[]; skewed: boolean } }>(
      correlationOf(more, funnel, actors),
      { id: project() },
    );
    return response.results;
  }

  async function people(query: object): Promise<number> {
    const { results } = await fixture().run<{ results: unknown[] }>(
      { kind: 'ActorsQuery', select: ['id'], source: query },
      { id: project() },
    );
    return results.length;
  }

  return { fixture, project, correlate, people };
}
