import { isObject } from '../json/json-object';
import { bucketsOf, exponentialBucketsOf, quantilesOf } from './metric-buckets';
import type { Buckets } from './metric-buckets';
import { attributesOf, idOf, integerOf, listOf, numberOf, own, stringOf } from './otlp-values';
import { enumOf, groupsOf } from './read-otlp';
import type { OtlpItems, OtlpSource } from './read-otlp';

/** One data point of a metric. */
export interface OtlpPoint {
  readonly source: OtlpSource;
  readonly name: string;
  readonly type: string;
  readonly unit: string;
  /** `delta`, `cumulative` or `unspecified`; empty for gauges and summaries. */
  readonly temporality: string;
  readonly isMonotonic: boolean;
  /** ns since the epoch; 0 = unknown. */
  readonly time: bigint;
  readonly start: bigint;
  /** The value; for distributions their sum. Null if it was not recorded. */
  readonly value: number | null;
  readonly count: number;
  readonly buckets: Buckets;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly flags: number;
  /** The trace of the first exemplar that has one; empty if no exemplar has one. */
  readonly traceId: string;
  readonly spanId: string;
}

const TEMPORALITIES = [
  ...(['AGGREGATION_TEMPORALITY_UNSPECIFIED', 'AGGREGATION_TEMPORALITY_DELTA'] as const),
  'AGGREGATION_TEMPORALITY_CUMULATIVE',
];
const TEMPORALITY_TEXTS = ['unspecified', 'delta', 'cumulative'];
const NO_BUCKETS: Buckets = { bounds: [], counts: [] };

type Numbers = Pick<OtlpPoint, 'value' | 'count' | 'buckets'>;

interface Kind {
  readonly field: string;
  readonly type: string;
  /** Whether the metric has a temporality. */
  readonly isAggregated: boolean;
  readonly numbers: (point: unknown) => Numbers;
}

const single = (point: unknown): Numbers => {
  const value = numberOf(point, 'asDouble') ?? numberOf(point, 'asInt');
  return { value, count: 1, buckets: NO_BUCKETS };
};
const distribution =
  (buckets: (point: unknown) => Buckets) =>
  (point: unknown): Numbers => ({
    value: numberOf(point, 'sum'),
    count: Number(integerOf(point, 'count')),
    buckets: buckets(point),
  });

const KINDS: readonly Kind[] = [
  { field: 'gauge', type: 'gauge', isAggregated: false, numbers: single },
  { field: 'sum', type: 'sum', isAggregated: true, numbers: single },
  {
    ...{ field: 'histogram', type: 'histogram', isAggregated: true },
    numbers: distribution(bucketsOf),
  },
  {
    ...{ field: 'exponentialHistogram', type: 'exponential_histogram', isAggregated: true },
    numbers: distribution(exponentialBucketsOf),
  },
  {
    ...{ field: 'summary', type: 'summary', isAggregated: false },
    numbers: distribution(quantilesOf),
  },
];

/**
 * Reads the data points of an `ExportMetricsServiceRequest`; see `readSpans`.
 *
 * @throws CaptureError 400 if the request is not such a message
 */
export function readPoints(request: unknown): OtlpItems<OtlpPoint> {
  const metrics = groupsOf(request, 'resourceMetrics', 'scopeMetrics', 'metrics').flatMap(
    ({ source, sent }) => sent.flatMap((metric) => partsOf(metric, source)),
  );
  const items = function* (): Generator<OtlpPoint> {
    for (const { points, read } of metrics) for (const point of points) yield read(point);
  };
  return { count: metrics.reduce((sum, { points }) => sum + points.length, 0), items: items() };
}

interface Part {
  readonly points: readonly unknown[];
  readonly read: (point: unknown) => OtlpPoint;
}

/** The points of a metric. A metric has one kind of data, but JSON can contain several. */
function partsOf(metric: unknown, source: OtlpSource): Part[] {
  return KINDS.flatMap((kind) => {
    const data = own(metric, kind.field);
    if (!isObject(data)) return [];
    const temporality = enumOf(data, 'aggregationTemporality', TEMPORALITIES);
    const shared = {
      source,
      name: stringOf(metric, 'name'),
      type: kind.type,
      unit: stringOf(metric, 'unit'),
      temporality: kind.isAggregated ? (TEMPORALITY_TEXTS[temporality] ?? 'unspecified') : '',
      isMonotonic: own(data, 'isMonotonic') === true,
    };
    const read = (point: unknown): OtlpPoint => ({
      ...shared,
      ...kind.numbers(point),
      time: integerOf(point, 'timeUnixNano'),
      start: integerOf(point, 'startTimeUnixNano'),
      attributes: attributesOf(point),
      flags: Number(integerOf(point, 'flags')),
      ...exemplarOf(point),
    });
    return [{ points: listOf(data, 'dataPoints'), read }];
  });
}

function exemplarOf(point: unknown): Pick<OtlpPoint, 'traceId' | 'spanId'> {
  const exemplar = listOf(point, 'exemplars').find((one) => idOf(one, 'traceId') !== '');
  return { traceId: idOf(exemplar, 'traceId'), spanId: idOf(exemplar, 'spanId') };
}
