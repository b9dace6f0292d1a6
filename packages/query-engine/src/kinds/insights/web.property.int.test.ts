import type { Setting, ValueOf, WebRow } from '@tidemark/testing';
import {
  evaluateWebOverview,
  evaluateWebTable,
  propertyRuns,
  propertyTimeout,
} from '@tidemark/testing';
import * as fc from 'fast-check';
import type { InsightFixture, TestEvent } from './test-support/insight-fixture';
import { createInsightFixture } from './test-support/insight-fixture';
import { sessionAt } from './test-support/session-at';

let fixture: InsightFixture;
let project = 0;
beforeAll(async () => {
  fixture = await createInsightFixture();
});
afterAll(() => fixture.close());

const START = Date.parse('2020-03-01T00:00:00Z');
const MINUTE = 60_000;

const clock = (ms: number): string => new Date(ms).toISOString().replace('T', ' ').slice(0, 19);

/** Visits of a few persons over some days, each with events seconds or minutes apart; none simultaneous. */
const someVisits: fc.Arbitrary<TestEvent[]> = fc
  .array(
    fc.record({
      who: fc.constantFrom('a', 'b', 'c', 'd'),
      begins: fc.integer({ min: 0, max: 8 * 24 * 60 }),
      browser: fc.constantFrom('Chrome', 'Safari', undefined),
      events: fc.array(
        fc.record({
          event: fc.constantFrom('$pageview', '$pageview', '$screen', '$autocapture', 'other'),
          path: fc.constantFrom('/', '/docs', '/pricing'),
          pause: fc.constantFrom(3, 7, 40, 1_200),
        }),
        { minLength: 1, maxLength: 5 },
      ),
    }),
    { minLength: 5, maxLength: 25 },
  )
  .map((visits) =>
    visits.flatMap(({ who, begins, browser, events }, number) => {
      let at = START + begins * MINUTE + number;
      const session = sessionAt(clock(at), number + 1);
      return events.map(({ event, path, pause }): TestEvent => {
        at += pause * 1_000;
        const properties = {
          $current_url: `https://ex.com${path}`,
          $pathname: path,
          ...(browser !== undefined && { $browser: browser }),
        };
        return { who, session, event, at: clock(at), properties };
      });
    }),
  );

const someSetting: fc.Arbitrary<Setting> = fc
  .record({
    zone: fc.constantFrom('UTC', 'Asia/Kolkata', 'US/Pacific'),
    first: fc.integer({ min: 3, max: 7 }),
    days: fc.integer({ min: 0, max: 3 }),
  })
  .map(({ zone, first, days }) => ({
    zone,
    weekStart: 0,
    interval: 'day',
    from: `2020-03-0${first}`,
    to: `2020-03-0${Math.min(9, first + days)}`,
  }));

const round = (value: unknown): number | null =>
  typeof value === 'number' ? Math.round(value * 1e6) / 1e6 : null;

const TABLES: readonly {
  readonly breakdownBy: string;
  readonly form: 'values' | 'pages';
  readonly valueOf: ValueOf;
}[] = [
  {
    breakdownBy: 'Page',
    form: 'pages',
    valueOf: ({ properties }) => String(properties?.['$pathname']),
  },
  { breakdownBy: 'InitialPage', form: 'values', valueOf: (_, { entry }) => entry ?? undefined },
  { breakdownBy: 'ExitPage', form: 'values', valueOf: (_, { end }) => end ?? undefined },
  {
    breakdownBy: 'Browser',
    form: 'values',
    valueOf: ({ properties }) => (properties?.['$browser'] as string | undefined) ?? null,
  },
];

interface Pair {
  readonly value: number | null;
  readonly previous: number | null;
}

type Row = readonly [
  value: string | null,
  visitors: [number, number | null],
  views: [number, number | null],
  bounceRate: (number | null)[],
];

async function check(events: readonly TestEvent[], setting: Setting, compares: boolean) {
  const shared = {
    properties: [],
    dateRange: { date_from: setting.from, date_to: setting.to },
    ...(compares && { compareFilter: { compare: true } }),
  };
  const asOf = { id: project, timezone: setting.zone };
  const overview = await fixture.run<{ results: Pair[] }>(
    { kind: 'WebOverviewQuery', ...shared },
    asOf,
  );
  // Without comparison only the views of the period are read.
  const expected = evaluateWebOverview(events, setting, compares);
  const listed = (of: typeof expected.current) => [
    of.visitors,
    of.views,
    of.sessions,
    round(of.duration),
    of.bounceRate === null ? null : round(of.bounceRate * 100),
  ];
  expect(overview.results.map(({ value }) => round(value))).toEqual(listed(expected.current));
  if (compares) {
    expect(overview.results.map(({ previous }) => round(previous))).toEqual(
      listed(expected.before),
    );
  }
  for (const { breakdownBy, form, valueOf } of TABLES) {
    const { results } = await fixture.run<{ results: Row[] }>(
      { kind: 'WebStatsTableQuery', breakdownBy, includeBounceRate: true, ...shared },
      asOf,
    );
    const rows = results.map(([value, visitors, views, bounceRate]): WebRow => ({
      value,
      visitors: visitors,
      views: views,
      bounceRate: bounceRate.map(round) as [number | null, number | null],
    }));
    const wanted = evaluateWebTable(events, setting, valueOf, { compares, form });
    expect({ breakdownBy, rows }).toEqual({
      breakdownBy,
      rows: wanted.map((row) => ({ ...row, bounceRate: row.bounceRate.map(round) })),
    });
  }
}

it(
  'web analytics equal looking at each visit',
  async () => {
    const settings = fc.array(fc.tuple(someSetting, fc.boolean()), { minLength: 2, maxLength: 2 });
    await fc.assert(
      fc.asyncProperty(someVisits, settings, async (events, asked) => {
        project += 1;
        await fixture.events(project, events);
        for (const [setting, compares] of asked) await check(events, setting, compares);
      }),
      propertyRuns(4),
    );
  },
  propertyTimeout(),
);
