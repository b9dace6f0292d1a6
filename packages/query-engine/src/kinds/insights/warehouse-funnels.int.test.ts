import type { InsightFixture } from './test-support/insight-fixture';
import { createInsightFixture, personId } from './test-support/insight-fixture';

let fixture: InsightFixture;
beforeAll(async () => {
  fixture = await createInsightFixture();
  await fixture.world(1, {
    tables: {
      deals: {
        columns: {
          id: 'string',
          opened: 'datetime',
          closed: 'datetime',
          won: 'string',
          kind: 'string',
        },
        rows: [
          { id: 'd1', opened: '2020-01-13 10:00:00', closed: '2020-01-14 10:00:00', kind: 'big' },
          { id: 'd2', opened: '2020-01-13 11:00:00', kind: 'small' },
          { id: 'd2', opened: '2020-01-14 11:00:00', kind: 'small' },
          { id: 'd3', opened: '2019-06-01 10:00:00', closed: '2020-01-14 10:00:00', kind: 'big' },
        ],
      },
      leads: {
        columns: { id: 'string', at: 'datetime', deal: 'string' },
        rows: [
          { id: 'l1', at: '2020-01-13 09:00:00', deal: 'd1' },
          { id: 'l2', at: '2020-01-13 09:30:00', deal: 'd2' },
          { id: 'l3', at: '2020-01-13 09:45:00' },
        ],
      },
      orders: {
        columns: { id: 'string', person: 'string', at: 'datetime', item: 'string' },
        rows: [
          { id: '1', person: personId('ada'), at: '2020-01-14 12:00:00', item: 'book' },
          { id: '2', person: personId('bob'), at: '2020-01-13 08:00:00', item: 'pen' },
          { id: '3', person: personId('cyd'), at: '2020-01-15 08:00:00', item: 'pen' },
        ],
      },
    },
  });
  await fixture.events(1, [
    { who: 'ada', event: 'seen', at: '2020-01-13 12:00:00', properties: { os: 'mac' } },
    { who: 'bob', event: 'seen', at: '2020-01-14 12:00:00', properties: { os: 'win' } },
  ]);
});
afterAll(() => fixture.close());

const table = (name: string, distinct_id_field: string, timestamp_field: string) => ({
  kind: 'DataWarehouseNode',
  id: name,
  table_name: name,
  id_field: 'id',
  distinct_id_field,
  timestamp_field,
});
const OPENED = table('deals', 'id', 'opened');
const CLOSED = table('deals', 'id', 'closed');
const LEAD = table('leads', "coalesce(deal, concat('lead ', id))", 'at');
const ORDERED = table('orders', 'toUUID(person)', 'at');
const SEEN = { kind: 'EventsNode', event: 'seen' };
const dateRange = { date_from: '2020-01-13', date_to: '2020-01-16' };

interface Step {
  readonly count: number;
  readonly breakdown?: unknown;
}

const funnel = (series: object[], funnelsFilter: object = {}, query: object = {}) => ({
  kind: 'FunnelsQuery',
  series,
  funnelsFilter,
  dateRange,
  ...query,
});

async function results<ResponseBody = Step[]>(
  ...given: Parameters<typeof funnel>
): Promise<ResponseBody> {
  return (await fixture.run<{ results: ResponseBody }>(funnel(...given))).results;
}

const counts = (steps: readonly Step[]): number[] => steps.map(({ count }) => count);

it('takes steps from rows of tables, by an expression over their columns', async () => {
  const steps = await results([LEAD, OPENED, CLOSED]);
  expect(counts(steps)).toEqual([3, 2, 1]);
  expect(steps).toMatchObject([
    { action_id: null, type: 'data_warehouse', name: "leads.coalesce(deal, concat('lead ', id))" },
    { name: 'deals.id', average_conversion_time: 4_500 },
    { name: 'deals.id', average_conversion_time: 86_400 },
  ]);
});

it.each<[string, object[], object, number[]]>([
  ['the same rows twice', [OPENED, OPENED], {}, [2, 1]],
  ['rows that are read in another way', [OPENED, CLOSED], { funnelOrderType: 'unordered' }, [3, 1]],
  ['rows one after the other', [OPENED, CLOSED], { funnelOrderType: 'strict' }, [2, 1]],
  ['events before rows', [SEEN, ORDERED], {}, [2, 1]],
  ['rows before events', [ORDERED, SEEN], {}, [3, 1]],
  ['events and rows in any order', [SEEN, ORDERED], { funnelOrderType: 'unordered' }, [3, 2]],
  [
    'rows with a value',
    [SEEN, { ...ORDERED, properties: [{ type: 'data_warehouse', key: 'item', value: 'pen' }] }],
    { funnelOrderType: 'unordered' },
    [3, 1],
  ],
  [
    'rows with events excluded',
    [OPENED, CLOSED],
    { exclusions: [{ ...SEEN, funnelFromStep: 0, funnelToStep: 1 }] },
    [2, 1],
  ],
])('counts %s', async (_, series, filter, expected) => {
  expect(counts(await results(series, filter))).toEqual(expected);
});

it('is split by a column of the table, or by properties of events', async () => {
  const by = async (breakdown: string, breakdown_type: string) => {
    const groups = await results<Step[][]>(
      [SEEN, ORDERED],
      { funnelOrderType: 'unordered' },
      { breakdownFilter: { breakdown, breakdown_type } },
    );
    return groups.map((steps) => [steps[0]?.breakdown, ...counts(steps)]);
  };
  expect(await by('item', 'data_warehouse')).toEqual([
    [['pen'], 2, 1],
    [['book'], 1, 1],
  ]);
  expect(await by('os', 'event')).toEqual([
    [['mac'], 1, 1],
    [['win'], 1, 1],
    [[''], 1, 0],
  ]);
});

it('returns trends, times and actors', async () => {
  expect(await results([OPENED, CLOSED], { funnelVizType: 'trends' })).toMatchObject([
    { data: [50, 0, 0, 0] },
  ]);
  expect(await results([OPENED, CLOSED], { funnelVizType: 'time_to_convert' })).toMatchObject({
    average_conversion_time: 86_400,
  });
  const behind = async (series: object[], kind: object) =>
    (
      await fixture.run<{ results: unknown[][] }>({
        ...kind,
        source: { kind: 'FunnelsActorsQuery', source: funnel(series), funnelStep: 2 },
      } as never)
    ).results;
  expect(await behind([SEEN, ORDERED], { kind: 'ActorsQuery', select: ['id'] })).toEqual([
    [personId('ada')],
  ]);
  expect(await behind([OPENED, CLOSED], { kind: 'ActorsQuery', select: ['actor'] })).toEqual([
    [{ id: 'd1' }],
  ]);
});

it.each<[string, object, string]>([
  ['filters', { properties: [{ type: 'event', key: 'os', value: 'mac' }] }, 'Filters are not'],
  ['a sample', { samplingFactor: 0.5, filterTestAccounts: true }, 'Test account filters and samp'],
  ['a sample alone', { samplingFactor: 0.5 }, 'Sampling is not supported for funnels with'],
])('rejects %s of the whole funnel', async (_, query, message) => {
  await expect(results([SEEN, ORDERED], {}, query)).rejects.toMatchObject({
    status: 400,
    code: 'data_warehouse_series_unsupported_settings',
    message: expect.stringContaining(message) as string,
  });
});
