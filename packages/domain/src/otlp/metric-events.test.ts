import { CaptureError } from '../capture/capture-error';
import { otlpEvents } from './otlp-events';
import { attributes, eventsOf, NOW, SPAN, texts, TRACE } from './test-support/requests';

const AT = '1704067200000000000';

/** A request with metrics of one resource. */
const metrics = (list: readonly object[], resource: Readonly<Record<string, string>> = {}) => ({
  resourceMetrics: [
    {
      resource: { attributes: texts(resource) },
      scopeMetrics: [{ scope: { name: 'lib', version: '1.2' }, metrics: [...list] }],
    },
  ],
});
const gauge = (...dataPoints: object[]) => ({ name: 'load', unit: '1', gauge: { dataPoints } });
const propertiesOf = (...list: object[]) =>
  eventsOf('metrics', metrics(list)).map(({ properties }) => properties);

it('points of a sum become events', () => {
  const point = {
    timeUnixNano: AT,
    startTimeUnixNano: '1704067140000000000',
    asInt: '7',
    attributes: attributes({ 'http.route': { stringValue: '/cart' }, n: { intValue: '3' } }),
    exemplars: [{ traceId: '' }, { traceId: TRACE, spanId: SPAN }],
  };
  const sum = { dataPoints: [point], aggregationTemporality: 2, isMonotonic: true };
  const request = metrics([{ name: 'requests', unit: '{r}', sum }], { 'service.name': 'shop' });
  expect(eventsOf('metrics', request)).toEqual([
    {
      uuid: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
      event: '$metric',
      distinct_id: 'service:shop',
      timestamp: '2024-01-01T00:00:00.000Z',
      properties: {
        $lib: 'posthog-otel',
        $process_person_profile: false,
        metric_name: 'requests',
        metric_type: 'sum',
        value: 7,
        count: 1,
        histogram_bounds: [],
        histogram_counts: [],
        unit: '{r}',
        aggregation_temporality: 'cumulative',
        is_monotonic: true,
        series_fingerprint: expect.any(Number) as number,
        start_time: '2023-12-31T23:59:00.000Z',
        observed_timestamp: '2026-01-02T00:00:00.000Z',
        trace_id: TRACE,
        span_id: SPAN,
        service_name: 'shop',
        instrumentation_scope: 'lib@1.2',
        attributes: { 'http.route': '/cart', n: 3 },
        resource_attributes: { 'service.name': 'shop' },
      },
    },
  ]);
});

it('a gauge has no temporality, and its values may be of either type', () => {
  const points = [{ asDouble: 0.5 }, { asInt: 0 }, { asDouble: 'NaN' }, { asInt: '5', flags: 1 }];
  expect(propertiesOf(gauge(...points))).toMatchObject([
    { metric_type: 'gauge', value: 0.5, aggregation_temporality: '', is_monotonic: false },
    { value: 0 },
    // JSON has no NaN.
    { value: null },
    // The flag says that nothing was recorded.
    { value: null, count: 0 },
  ]);
});

it('histograms have buckets, their sum and their count', () => {
  const dataPoints = [
    { count: '3', sum: 12.5, explicitBounds: [1, 10], bucketCounts: ['1', '1', 1] },
  ];
  const histogram = { dataPoints, aggregationTemporality: 'AGGREGATION_TEMPORALITY_DELTA' };
  expect(propertiesOf({ name: 'h', histogram })).toMatchObject([
    {
      ...{ metric_type: 'histogram', value: 12.5, count: 3, aggregation_temporality: 'delta' },
      ...{ histogram_bounds: [1, 10], histogram_counts: [1, 1, 1] },
    },
  ]);
});

it('buckets of exponential histograms have their upper bounds, from the lowest', () => {
  const point = {
    ...{ count: '12', sum: 9, scale: 0, zeroCount: '2', zeroThreshold: 0.25 },
    positive: { offset: 0, bucketCounts: ['3', '4'] },
    negative: { offset: 1, bucketCounts: [1, 2] },
  };
  const huge = { scale: -10, positive: { offset: 5, bucketCounts: [1] } };
  const exponentialHistogram = { dataPoints: [point, huge] };
  expect(propertiesOf({ name: 'e', exponentialHistogram })).toMatchObject([
    {
      ...{ metric_type: 'exponential_histogram', count: 12, value: 9 },
      histogram_bounds: [-4, -2, 0.25, 2, 4],
      histogram_counts: [2, 1, 2, 3, 4],
    },
    { histogram_bounds: [null], histogram_counts: [1], value: null },
  ]);
});

it('a summary has quantiles and their values', () => {
  const quantileValues = [
    ...[{ quantile: 0, value: 1 }, { quantile: 0.5, value: 2.5 }, { value: 'NaN' }],
  ];
  const summary = { dataPoints: [{ count: '4', sum: 10, quantileValues }] };
  expect(propertiesOf({ name: 's', summary })).toMatchObject([
    {
      ...{ metric_type: 'summary', value: 10, count: 4, aggregation_temporality: '' },
      ...{ histogram_bounds: [0, 0.5, 0], histogram_counts: [1, 2.5, null] },
    },
  ]);
});

it('points of a series have the same fingerprint for any order of attributes', () => {
  const [a, b] = [{ stringValue: 'a' }, { stringValue: 'b' }];
  const prints = propertiesOf(
    gauge({ attributes: attributes({ a, b }) }, { attributes: attributes({ b, a }) }),
    gauge({ attributes: attributes({ a }) }),
    { ...gauge({ attributes: attributes({ a }) }), name: 'other' },
  ).map(({ series_fingerprint: print }) => print);
  expect(prints[0]).toBe(prints[1]);
  expect(new Set(prints).size).toBe(3);
  expect(prints.every(Number.isSafeInteger)).toBe(true);
});

it('equal points are separate events, and a repeated request has the same uuids', () => {
  const request = metrics([gauge({}, {})]);
  const uuids = (body: string) => eventsOf('metrics', request, body).map(({ uuid }) => uuid);
  expect(new Set([...uuids('a'), ...uuids('a')]).size).toBe(2);
  expect(new Set([...uuids('a'), ...uuids('b')]).size).toBe(4);
  expect(otlpEvents('metrics', request, 'a', NOW).sent).toBe(2);
});

describe('garbage', () => {
  it.each([null, 5, [], { resourceMetrics: {} }])('%j is no request', (request) => {
    expect(() => eventsOf('metrics', request)).toThrow(CaptureError);
  });

  it.each([
    {},
    { resourceMetrics: [null, { scopeMetrics: [{ metrics: 'x' }] }] },
    metrics([{ name: 'empty' }, { gauge: 5 }, { sum: { dataPoints: {} } }]),
  ])('%j has nothing', (request) => {
    expect(eventsOf('metrics', request)).toEqual([]);
  });

  it('in a point counts as missing', () => {
    const broken = { timeUnixNano: 'soon', asDouble: {}, asInt: true, attributes: 'x', flags: 'y' };
    const exponential = { scale: 'x', positive: { offset: [], bucketCounts: [{}, null] } };
    const [point, buckets] = eventsOf(
      'metrics',
      metrics([gauge(broken), { name: 5, exponentialHistogram: { dataPoints: [exponential] } }]),
    );
    expect(point).toMatchObject({ timestamp: undefined, properties: { value: null } });
    expect(buckets?.properties).toMatchObject({
      ...{ metric_name: '', value: null, count: 0, aggregation_temporality: 'unspecified' },
      ...{ histogram_bounds: [2, 4], histogram_counts: [null, null] },
    });
  });
});
