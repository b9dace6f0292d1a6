import { createIsolatedClickHouse } from '@tidemark/testing';
import { eventRow } from './test-support/rows';
import type { Warehouse } from './test-support/warehouse';
import { createWarehouse } from './test-support/warehouse';

let warehouse: Warehouse;

const log = {
  body: 'it broke',
  severity_text: 'error',
  severity_number: 17,
  trace_id: 'ab',
  span_id: 'cd',
  event_name: 'crash',
  service_name: 'shop',
  observed_timestamp: '2024-03-01T10:00:01.250Z',
  instrumentation_scope: 'lib@1',
  attributes: { 'http.route': '/cart', user: { plan: 'paid' }, count: 3 },
  resource_attributes: { 'service.name': 'shop' },
};
const span = {
  trace_id: 'ab',
  span_id: 'cd',
  parent_span_id: '',
  name: 'GET /cart',
  kind: 2,
  service_name: 'shop',
  end_time: '2024-03-01T10:00:00.500Z',
  duration_nano: 1_500_000_000,
  status_code: 2,
  status_message: 'no',
  attributes: { 'http.route': '/cart' },
  span_events: [{ name: 'exception' }],
};

const metric = {
  metric_name: 'http.duration',
  metric_type: 'histogram',
  value: 12.5,
  count: 3,
  histogram_bounds: [1, 10],
  histogram_counts: [1, 1, 1],
  unit: 'ms',
  aggregation_temporality: 'delta',
  is_monotonic: false,
  series_fingerprint: 9_007_199_254_740_991,
  trace_id: 'ab',
  span_id: 'cd',
  service_name: 'shop',
  instrumentation_scope: 'lib@1',
  start_time: '2024-03-01T09:59:00.000Z',
  observed_timestamp: '2024-03-01T10:00:01.250Z',
  attributes: { 'http.route': '/cart' },
  resource_attributes: { 'service.name': 'shop' },
};

beforeAll(async () => {
  warehouse = createWarehouse(await createIsolatedClickHouse());
  await warehouse.insert('events', [
    eventRow({ event: '$log', distinctId: 'ann', properties: log }),
    eventRow({ event: '$log', properties: {}, timestamp: '2024-03-02 00:00:00' }),
    eventRow({ event: '$span', properties: span }),
    eventRow({ event: '$span', properties: { ...span, span_id: 'ef', parent_span_id: 'cd' } }),
    eventRow({ event: '$metric', properties: metric }),
    eventRow({
      event: '$metric',
      properties: { metric_name: 'jobs', metric_type: 'sum', value: 7, is_monotonic: true },
    }),
    eventRow({ event: '$metric', properties: { metric_name: 'gone', value: null } }),
    eventRow({ event: '$metric', teamId: 2, properties: { ...metric, metric_name: 'SECRET' } }),
    eventRow({ event: 'other', properties: { ...log, ...span } }),
    eventRow({ event: '$log', teamId: 2, properties: { ...log, body: 'SECRET' } }),
    eventRow({ event: '$span', teamId: 2, properties: { ...span, name: 'SECRET' } }),
  ]);
});

it('logs are the log records of the project', async () => {
  expect(
    await warehouse.rows(
      `select body, severity_text, level, severity_number, trace_id, span_id, event_name, service_name,
        instrumentation_scope, distinct_id, toString(observed_timestamp), attributes.http.route,
        attributes.user.plan, attributes['http.route'], attributes.count, resource_attributes['service.name']
       from logs where level = 'error' and severity_number >= 17`,
    ),
  ).toMatchInlineSnapshot(`
    [
      [
        "it broke",
        "error",
        "error",
        17,
        "ab",
        "cd",
        "crash",
        "shop",
        "lib@1",
        "ann",
        "2024-03-01 10:00:01.250000",
        null,
        "paid",
        "/cart",
        "3",
        "shop",
      ],
    ]
  `);
  expect(await warehouse.rows('select count(), min(severity_number) from logs')).toEqual([[2, 0]]);
});

it('spans are the spans of the project', async () => {
  expect(
    await warehouse.rows(
      `select name, kind, is_root_span, duration_nano / 1000000, status_code, status_message, toString(end_time),
        attributes['http.route'], events from spans order by span_id`,
    ),
  ).toMatchInlineSnapshot(`
    [
      [
        "GET /cart",
        2,
        true,
        1500,
        2,
        "no",
        "2024-03-01 10:00:00.500000",
        "/cart",
        "[{"name":"exception"}]",
      ],
      [
        "GET /cart",
        2,
        false,
        1500,
        2,
        "no",
        "2024-03-01 10:00:00.500000",
        "/cart",
        "[{"name":"exception"}]",
      ],
    ]
  `);
  expect(
    await warehouse.rows(
      'select l.body, s.name from logs l join spans s on l.span_id = s.span_id and l.trace_id = s.trace_id',
    ),
  ).toEqual([['it broke', 'GET /cart']]);
});

it('metrics are the data points of the project', async () => {
  expect(
    await warehouse.rows(
      `select metric_name, metric_type, value, count, histogram_bounds, histogram_counts, unit,
        aggregation_temporality, is_monotonic, series_fingerprint, trace_id, span_id, service_name,
        instrumentation_scope, toString(start_time), toString(observed_timestamp), attributes['http.route'],
        resource_attributes['service.name'], JSONExtractFloat(histogram_bounds, 2) from metrics
       where metric_name = 'http.duration'`,
    ),
  ).toEqual([
    [
      ...['http.duration', 'histogram', 12.5, 3, '[1,10]', '[1,1,1]', 'ms', 'delta', false],
      ...[9_007_199_254_740_991, 'ab', 'cd', 'shop', 'lib@1'],
      ...['2024-03-01 09:59:00.000000', '2024-03-01 10:00:01.250000', '/cart', 'shop', 10],
    ],
  ]);
  expect(
    await warehouse.rows(
      `select metric_name, value, count, is_monotonic, unit from metrics
       where metric_type != 'histogram' order by metric_name`,
    ),
  ).toEqual([
    ['gone', null, 0, false, ''],
    ['jobs', 7, 0, true, ''],
  ]);
  expect(await warehouse.rows('select sum(value), avg(value), count() from metrics')).toEqual([
    [19.5, 9.75, 3],
  ]);
});

it('series of metrics have one row each, with their attributes', async () => {
  const later = { ...metric, value: 1, attributes: { ...metric.attributes } };
  await warehouse.insert('events', [
    eventRow({ event: '$metric', properties: later, timestamp: '2024-03-09 00:00:00' }),
  ]);
  const named = "where metric_name = 'http.duration'";
  expect(
    await warehouse.rows(
      `select series_fingerprint, metric_type, unit, aggregation_temporality, is_monotonic, service_name,
         instrumentation_scope, attributes['http.route'], resource_attributes['service.name'], points,
         toDate(last_seen) > toDate(first_seen)
       from metric_series ${named}`,
    ),
  ).toEqual([
    [
      ...[9_007_199_254_740_991, 'histogram', 'ms', 'delta', false, 'shop', 'lib@1'],
      ...['/cart', 'shop', 2, 1],
    ],
  ]);
  expect(
    await warehouse.rows(
      'select metric_name, metric_type, unit, series, points from metric_names order by metric_name',
    ),
  ).toEqual([
    ['gone', '', '', 1, 1],
    ['http.duration', 'histogram', 'ms', 1, 2],
    ['jobs', 'sum', '', 1, 1],
  ]);
  expect(
    await warehouse.rows(
      `select s.attributes['http.route'], sum(m.value) from metrics m
       join metric_series s on m.series_fingerprint = s.series_fingerprint
       where m.metric_name = 'http.duration' group by 1`,
    ),
  ).toEqual([['/cart', 13.5]]);
});

it('have no rows of other projects', async () => {
  expect(await warehouse.rows("select count() from logs where body = 'SECRET'")).toEqual([[0]]);
  expect(await warehouse.rows("select count() from spans where name = 'SECRET'")).toEqual([[0]]);
  for (const table of ['metrics', 'metric_series', 'metric_names']) {
    const statement = `select count() from ${table} where metric_name = 'SECRET'`;
    expect(await warehouse.rows(statement)).toEqual([[0]]);
  }
});

it('SELECT * names every field', async () => {
  for (const table of ['logs', 'spans', 'metrics', 'metric_series', 'metric_names']) {
    expect(await warehouse.rows(`select * from ${table} limit 1`)).toHaveLength(1);
  }
});
