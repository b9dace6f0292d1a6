import type { CorrelationRow, CorrelationTable, FunnelCase, Setting } from '@tidemark/testing';
import {
  evaluateCorrelation,
  propertyNames,
  propertyRuns,
  propertyTimeout,
} from '@tidemark/testing';
import * as fc from 'fast-check';
import type { InsightFixture, TestEvent } from './test-support/insight-fixture';
import { createInsightFixture } from './test-support/insight-fixture';
import {
  funnelQuery,
  someExcluding,
  someOrdered,
  someSteps,
  someUnordered,
} from './test-support/random-funnels';
import { someSetting } from './test-support/random-insights';
import { WORLD } from './test-support/random-world';

let fixture: InsightFixture;
let project = 0;
beforeAll(async () => {
  fixture = await createInsightFixture();
});
afterAll(() => fixture.close());

interface Correlation {
  readonly event: { readonly event: string };
  readonly success_count: number;
  readonly failure_count: number;
  readonly odds_ratio: number;
}

const someDays: fc.Arbitrary<Setting> = someSetting.map((setting) => ({
  ...setting,
  from: '2020-03-01',
  to: '2020-03-20',
  interval: 'day',
  world: WORLD,
}));

/** There are fewer event names than either list of correlations can show. */
const EVENTS = ['one', 'two', '$pageview'];

const rounded = (odds: number): number => Math.round(odds * 1e9) / 1e9;

/** The ten correlations with the most uneven odds on either side. */
function shown({ rows, successTotal, failureTotal }: CorrelationTable): CorrelationRow[] {
  if (successTotal === 0 || failureTotal === 0) return [];
  const exact = rows.map((row) => ({ ...row, odds: rounded(row.odds) }));
  const side = (isFor: boolean): CorrelationRow[] =>
    exact
      .filter(({ odds }) => odds > 1 === isFor)
      .sort((one, other) => {
        const by = isFor ? other.odds - one.odds : one.odds - other.odds;
        return by || (one.name < other.name ? -1 : 1);
      })
      .slice(0, 10);
  return [...side(true), ...side(false)];
}

function ask<ResponseBody>(
  query: { readonly kind: string },
  { zone, weekStart }: Setting,
): Promise<ResponseBody> {
  return fixture.run<ResponseBody>(query, { id: project, timezone: zone, weekStartDay: weekStart });
}

/** Actions have events of their own, which a correlation leaves out. */
const plain = (query: FunnelCase): FunnelCase => ({
  ...query,
  steps: query.steps.map(({ action: _, nodes: __, ...step }) => step),
});

async function check(
  events: readonly TestEvent[],
  query: FunnelCase,
  setting: Setting,
  pick: number,
): Promise<void> {
  const correlation = {
    kind: 'FunnelCorrelationQuery',
    source: {
      kind: 'FunnelsActorsQuery',
      source: {
        ...funnelQuery(query),
        dateRange: { date_from: setting.from, date_to: setting.to },
      },
    },
  };
  const read = async (more: object) => {
    const { results } = await ask<{ results: { events: Correlation[] } }>(
      { ...correlation, ...more },
      setting,
    );
    return results.events.map(({ event, success_count, failure_count, odds_ratio }) => ({
      name: event.event,
      success: success_count,
      failure: failure_count,
      odds: rounded(odds_ratio),
    }));
  };
  const byName = await read({ funnelCorrelationType: 'events' });
  const expected = evaluateCorrelation(events, query, setting, ({ event }) => [event ?? '']);
  expect(byName).toEqual(shown(expected));

  const withProperties = { funnelCorrelationType: 'event_with_properties' };
  const byProperty = await read({ ...withProperties, funnelCorrelationEventNames: EVENTS });
  const table = evaluateCorrelation(events, query, setting, propertyNames);
  const common = table.rows.filter(({ success, failure }) => success + failure > 2);
  expect(byProperty).toEqual(shown({ ...table, rows: common }));

  const row = byName[pick % Math.max(1, byName.length)];
  // The value of an expression is not a person.
  if (row === undefined || query.actor !== undefined) return;
  for (const converted of [true, false]) {
    const { results } = await ask<{ results: unknown[] }>(
      {
        kind: 'FunnelCorrelationActorsQuery',
        source: { ...correlation, funnelCorrelationType: 'events' },
        funnelCorrelationPersonConverted: converted,
        funnelCorrelationPersonEntity: { kind: 'EventsNode', event: row.name },
      } as { readonly kind: string },
      setting,
    );
    expect(results).toHaveLength(converted ? row.success : row.failure);
  }
}

it.each([
  ['in order', someOrdered.map(plain)],
  ['with exclusions', someExcluding],
  ['in any order', someUnordered.map(plain)],
])(
  'correlations of funnels %s',
  async (_, someQuery) => {
    const someQueries = fc.array(fc.tuple(someQuery, someDays, fc.nat()), {
      minLength: 4,
      maxLength: 4,
    });
    await fc.assert(
      fc.asyncProperty(someSteps, someQueries, async (events, queries) => {
        project += 1;
        await fixture.world(project, WORLD);
        await fixture.events(project, events);
        for (const query of queries) await check(events, ...query);
      }),
      propertyRuns(2),
    );
  },
  propertyTimeout(),
);
