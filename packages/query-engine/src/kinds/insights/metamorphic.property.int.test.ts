import type { FunnelCase, Series, Setting } from '@tidemark/testing';
import { propertyRuns, propertyTimeout } from '@tidemark/testing';
import * as fc from 'fast-check';
import type { InsightFixture, TestEvent } from './test-support/insight-fixture';
import { createInsightFixture, personId } from './test-support/insight-fixture';
import { funnelQuery, someExcluding, someUnordered } from './test-support/random-funnels';
import { seriesNode, someEvents, someSeries, someSetting } from './test-support/random-insights';

type Query = { readonly kind: string } & Readonly<Record<string, unknown>>;

let fixture: InsightFixture;
let project = 0;
beforeAll(async () => {
  fixture = await createInsightFixture();
});
afterAll(() => fixture.close());

const RUNS = propertyRuns(10);
const TIMEOUT = propertyTimeout();

const HAS_INTERVAL: ReadonlySet<string> = new Set([
  'TrendsQuery',
  'FunnelsQuery',
  'LifecycleQuery',
  'StickinessQuery',
]);

/** The results of an insight for events in a new project. */
async function resultsOf(
  events: readonly TestEvent[],
  query: Query,
  { zone, weekStart, from, to, interval }: Setting,
): Promise<unknown> {
  project += 1;
  await fixture.events(project, events);
  return askAgain(query, { zone, weekStart, from, to, interval });
}

async function askAgain(
  query: Query,
  { zone, weekStart, from, to, interval }: Setting,
): Promise<unknown> {
  const { results } = await fixture.run<{ results: unknown }>(
    {
      ...(HAS_INTERVAL.has(query.kind) && { interval }),
      dateRange: { date_from: from, date_to: to },
      ...query,
    },
    { id: project, timezone: zone, weekStartDay: weekStart },
  );
  return results;
}

/** A series of one event. */
const someNamed = fc
  .tuple(someSeries, fc.constantFrom('one', 'two'))
  .map(([series, event]): Series => ({ ...series, event }));
const entity = fc.constantFrom('one', 'two').map((id) => ({ id, type: 'events' }));
const node = fc.constantFrom('one', 'two').map((event) => ({ kind: 'EventsNode', event }));

/** Steps of any event would also read the added events; actions and cohorts are not defined here. */
const named = (query: FunnelCase): FunnelCase => ({
  ...query,
  filters: [],
  steps: query.steps.map(({ event }) => ({ event: event ?? 'two' })),
  exclusions: query.exclusions.map((exclusion) => ({ ...exclusion, properties: [] })),
});

/** Queries of every kind that read only the events they name. */
const someQuery: fc.Arbitrary<Query> = fc.oneof(
  fc
    .tuple(someNamed, fc.constantFrom(undefined, { breakdown: 'browser', breakdown_limit: 2 }))
    .map(([series, breakdownFilter]) => ({
      kind: 'TrendsQuery',
      series: [seriesNode(series)],
      compareFilter: { compare: true },
      ...(breakdownFilter !== undefined && { breakdownFilter }),
    })),
  fc
    .oneof(
      someExcluding.map((query) => ({ ...query, order: 'ordered' as const })),
      someUnordered,
    )
    .map((query) => funnelQuery(named(query))),
  fc
    .tuple(entity, entity, fc.constantFrom('retention_recurring', 'retention_first_time'))
    .map(([targetEntity, returningEntity, retentionType]) => ({
      kind: 'RetentionQuery',
      retentionFilter: { targetEntity, returningEntity, retentionType, totalIntervals: 5 },
    })),
  node.map((series) => ({ kind: 'LifecycleQuery', series: [series] })),
  node.map((series) => ({ kind: 'StickinessQuery', series: [series] })),
  fc.constant({
    kind: 'PathsQuery',
    pathsFilter: { includeEventTypes: ['$pageview'], edgeLimit: 1_000 },
  }),
);

it(
  'whoever they are, people count the same',
  async () => {
    const names = { a: 'someone', b: 'x', c: 'a', d: 'b' } as const;
    await fc.assert(
      fc.asyncProperty(someEvents, someQuery, someSetting, async (events, query, setting) => {
        const renamed = events.map((event) => ({
          ...event,
          who: names[event.who as keyof typeof names],
        }));
        const before = await resultsOf(events, query, setting);
        expect(await resultsOf(renamed.reverse(), query, setting)).toEqual(before);
      }),
      RUNS,
    );
  },
  TIMEOUT,
);

it(
  'events that are not asked for change nothing',
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(someEvents, { minLength: 2, maxLength: 2 }),
        someQuery,
        someSetting,
        async ([events = [], others = []], query, setting) => {
          const last =
            events
              .map(({ at }) => at)
              .sort()
              .at(-1) ?? '';
          const before = await resultsOf(events, query, setting);
          const unrelated = others
            // A person is created by its first event of any name.
            .map((event) => (event.at > last ? event : { ...event, who: `other ${event.who}` }))
            .map((event) => ({ ...event, event: 'unrelated' }));
          expect(await resultsOf([...events, ...unrelated], query, setting)).toEqual(before);
        },
      ),
      RUNS,
    );
  },
  TIMEOUT,
);

it(
  'two halves of a range are the whole',
  async () => {
    const scene = fc.tuple(
      someEvents,
      someNamed.filter(({ math = '' }) => !math.startsWith('first_')),
      someSetting.filter(({ from, to }) => from < to),
      fc.nat(),
    );
    await fc.assert(
      fc.asyncProperty(scene, async ([events, series, setting, pick]) => {
        const query = { kind: 'TrendsQuery', series: [seriesNode(series)] };
        const days = { ...setting, interval: 'day' as const };
        const [whole] = (await resultsOf(events, query, days)) as [
          { data: number[]; days: string[] },
        ];
        const cut = 1 + (pick % (whole.days.length - 1));
        const [to = '', from = ''] = whole.days.slice(cut - 1);
        const first = (await askAgain(query, { ...days, to })) as [{ data: number[] }];
        const second = (await askAgain(query, { ...days, from })) as [{ data: number[] }];
        expect([...first[0].data, ...second[0].data]).toEqual(whole.data);
      }),
      RUNS,
    );
  },
  TIMEOUT,
);

/** Rounds halves to the even number. */
function toEven(value: number): number {
  const below = Math.floor(value);
  return value - below === 0.5 ? below + (below % 2) : Math.round(value);
}

it(
  'a sample is of whole people, always the same ones, and stands for all',
  async () => {
    const sampled = fc.constantFrom(0.3, 0.5, 0.8);
    // Sampling applies to persons, not to groups.
    const ofPeople = someQuery.filter((query) => !('aggregation_group_type_index' in query));
    await fc.assert(
      fc.asyncProperty(someEvents, ofPeople, someSetting, sampled, async (few, ...rest) => {
        const [query, setting, samplingFactor] = rest;
        const events = few.map((event, index) => ({ ...event, who: `${event.who}${index % 6}` }));
        const sample = { ...query, samplingFactor };
        const before = await resultsOf(events, sample, setting);
        const everybody = {
          kind: 'InsightActorsQuery',
          source: {
            kind: 'TrendsQuery',
            series: [{ kind: 'EventsNode', event: null, math: 'dau' }],
            dateRange: { date_from: '2020-01-01', date_to: '2020-06-01' },
            samplingFactor,
          },
        };
        const { results } = await fixture.run<{ results: [string][] }>(everybody, { id: project });
        const chosen = new Set(results.map(([id]) => id));
        const inside = events.filter(({ who }) => chosen.has(personId(who)));
        expect(await resultsOf(inside, sample, setting)).toEqual(before);
        const [line] = (await askAgain(
          { kind: 'TrendsQuery', series: [{ kind: 'EventsNode', event: 'one' }], samplingFactor },
          setting,
        )) as [{ data: number[] }];
        const [plain] = (await askAgain(
          { kind: 'TrendsQuery', series: [{ kind: 'EventsNode', event: 'one' }] },
          setting,
        )) as [{ data: number[] }];
        expect(line.data).toEqual(plain.data.map((value) => toEven(value / samplingFactor)));
      }),
      RUNS,
    );
  },
  TIMEOUT,
);
