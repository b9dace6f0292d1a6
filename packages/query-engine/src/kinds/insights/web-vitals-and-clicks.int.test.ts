import type { InsightFixture } from './test-support/insight-fixture';
import { createInsightFixture } from './test-support/insight-fixture';
import { sessionAt } from './test-support/session-at';

let fixture: InsightFixture;

const vital = (who: string, at: string, path: string | undefined, values: object) => ({
  ...{ who, at, event: '$web_vitals' },
  properties: { ...(path !== undefined && { $pathname: path }), ...values },
});
const click = (who: string, at: string, url: string | undefined, type = 'click') => ({
  ...{ who, at, event: '$autocapture', session: sessionAt('2020-01-15 10:00:00', 1) },
  properties: { $event_type: type, ...(url !== undefined && { $external_click_url: url }) },
});

beforeAll(async () => {
  fixture = await createInsightFixture();
  await fixture.world(1, { actions: [], groups: {} });
  await fixture.events(1, [
    // 100, 200, 300, 400: the 75th percentile is at 0.75 * 3 = 2.25, so 325; the 90th at 2.7, so 370.
    ...[100, 200, 300, 400].map((value) =>
      vital('a', '2020-01-15 10:00:00', '/slow/1', { $web_vitals_INP_value: value }),
    ),
    vital('a', '2020-01-15 10:00:00', '/fast', { $web_vitals_INP_value: 50 }),
    vital('b', '2020-01-16 10:00:00', '/middle', { $web_vitals_INP_value: 200 }),
    vital('b', '2020-01-16 10:00:00', '/edge', { $web_vitals_INP_value: 100 }),
    vital('b', '2020-01-16 10:00:00', '/other', { $web_vitals_LCP_value: 9000 }),
    vital('b', '2020-01-16 10:00:00', undefined, { $web_vitals_INP_value: 1 }),
    vital('b', '2019-12-16 10:00:00', '/fast', { $web_vitals_INP_value: 9000 }),
    click('a', '2020-01-15 10:00:00', 'https://x.com/a?q=1'),
    click('a', '2020-01-15 10:01:00', 'https://x.com/a?q=2#f'),
    click('b', '2020-01-16 10:00:00', 'https://x.com/a?q=1'),
    click('b', '2020-01-16 10:00:00', 'https://y.com/'),
    click('b', '2020-01-16 10:00:00', ''),
    click('b', '2020-01-16 10:00:00', undefined),
    click('b', '2020-01-16 10:00:00', 'https://z.com/', 'submit'),
    click('b', '2019-12-16 10:00:00', 'https://old.com/'),
  ]);
});
afterAll(() => fixture.close());

type ResponseBody = Readonly<Record<string, unknown>> & { readonly results: unknown[] };
const ask = (query: { kind: string } & Record<string, unknown>): Promise<ResponseBody> =>
  fixture.run<ResponseBody>(
    { properties: [], dateRange: { date_from: '2020-01-15', date_to: '2020-01-16' }, ...query },
    { id: 1, now: '2020-01-20T12:00:00Z' },
  );

describe('WebVitalsPathBreakdownQuery', () => {
  const bands = (more: object = {}) =>
    ask({
      kind: 'WebVitalsPathBreakdownQuery',
      ...{ metric: 'INP', percentile: 'p75', thresholds: [100, 200] },
      ...more,
    });

  it('has the paths of each band, the lowest value first; thresholds belong to the better band', async () => {
    expect((await bands()).results).toEqual([
      {
        good: [
          { path: '/fast', value: 50 },
          { path: '/edge', value: 100 },
        ],
        needs_improvements: [{ path: '/middle', value: 200 }],
        poor: [{ path: '/slow/1', value: 325 }],
      },
    ]);
  });

  it('reads other metrics and percentiles', async () => {
    expect((await bands({ percentile: 'p90' })).results).toMatchObject([
      { poor: [{ path: '/slow/1', value: expect.closeTo(370, 6) as number }] },
    ]);
    expect((await bands({ metric: 'LCP', thresholds: [2500, 4000] })).results).toEqual([
      { good: [], needs_improvements: [], poor: [{ path: '/other', value: 9000 }] },
    ]);
  });

  it('counts the chosen period only, also with a comparison, and applies filters', async () => {
    const compared = await bands({ compareFilter: { compare: true, compare_to: '-30d' } });
    expect(compared.results).toEqual((await bands()).results);
    const properties = [{ type: 'event', key: '$pathname', value: '/fast', operator: 'exact' }];
    expect((await bands({ properties })).results).toEqual([
      { good: [{ path: '/fast', value: 50 }], needs_improvements: [], poor: [] },
    ]);
  });

  it('lists at most 20 paths for each band', async () => {
    const many = Array.from({ length: 25 }, (_, index) =>
      vital('a', '2020-02-01 10:00:00', `/${String(index).padStart(2, '0')}`, {
        $web_vitals_FCP_value: index,
      }),
    );
    await fixture.events(1, many);
    const { results } = await ask({
      kind: 'WebVitalsPathBreakdownQuery',
      ...{ metric: 'FCP', percentile: 'p99', thresholds: [21, 22] },
      dateRange: { date_from: '2020-02-01', date_to: '2020-02-01' },
    });
    const [{ good, needs_improvements: middle, poor }] = results as [Record<string, unknown[]>];
    expect([good?.length, middle?.length, poor?.length]).toEqual([20, 1, 2]);
    expect(good?.[19]).toEqual({ path: '/19', value: 19 });
  });
});

describe('WebExternalClicksTableQuery', () => {
  const clicks = (more: object = {}) => ask({ kind: 'WebExternalClicksTableQuery', ...more });

  it('has visitors and clicks by address, the most visitors first', async () => {
    expect(await clicks()).toMatchObject({
      results: [
        ['https://x.com/a?q=1', 2, 2],
        ['https://x.com/a?q=2#f', 1, 1],
        ['https://y.com/', 1, 1],
      ],
      columns: ['context.columns.url', 'context.columns.visitors', 'context.columns.clicks'],
      hasMore: false,
      limit: 100,
      offset: 0,
    });
  });

  it('groups addresses without their query and fragment on request', async () => {
    expect((await clicks({ stripQueryParams: true })).results).toEqual([
      ['https://x.com/a', 2, 3],
      ['https://y.com/', 1, 1],
    ]);
  });

  it('has pages', async () => {
    expect(await clicks({ limit: 1 })).toMatchObject({
      results: [['https://x.com/a?q=1', 2, 2]],
      hasMore: true,
      limit: 1,
    });
  });
});
