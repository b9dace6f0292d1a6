import type { JsonObject } from '../json';
import { isObject, textOf } from '../json';
import { legacyQuery } from './legacy-filters';
import { LegacyFiltersError } from './legacy-values';

export interface ExperimentMetrics {
  readonly metrics: readonly unknown[];
  readonly metrics_secondary: readonly unknown[];
  /** What an experiment says that its metrics do not. */
  readonly notes: readonly string[];
}

const OWN_EXPOSURE =
  'the experiment counted exposures by an event of its own; the metrics were imported without it';

/**
 * Returns the metrics of an experiment. Experiments before 2025 have metrics of older kinds, and the first ones only
 * filters; both are converted as PostHog does it.
 */
export function experimentMetrics(source: JsonObject): ExperimentMetrics {
  const notes: string[] = [];
  const converted = (name: string, convert: () => JsonObject | null): readonly JsonObject[] => {
    try {
      const metric = convert();
      return metric === null ? [] : [metric];
    } catch (error) {
      if (!(error instanceof LegacyFiltersError)) throw error;
      notes.push(`${name} was not imported: ${error.message}`);
      return [];
    }
  };
  const current = (value: unknown): readonly unknown[] =>
    listOf(value).flatMap((metric): readonly unknown[] =>
      isOlder(metric) ? converted(nameOf(metric), () => metricOf(metric.kind, metric)) : [metric],
    );
  const primary = current(source['metrics']);
  const secondary = current(source['metrics_secondary']);
  const older = listOf(source['secondary_metrics']).filter(isObject);
  if (hasOwnExposure(source)) notes.push(OWN_EXPOSURE);
  return {
    metrics:
      primary.length > 0 || listOf(source['metrics']).length > 0
        ? primary
        : converted('the metric', () => metricOfFilters(source['filters'], null)),
    metrics_secondary:
      secondary.length > 0 || listOf(source['metrics_secondary']).length > 0
        ? secondary
        : older.flatMap((metric) =>
            converted(nameOf(metric), () => metricOfFilters(metric['filters'], metric['name'])),
          ),
    notes,
  };
}

/**
 * Converts the query of a shared metric of an older kind; others are unchanged.
 *
 * @throws LegacyFiltersError
 */
export function sharedMetricQuery(query: unknown): unknown {
  return isOlder(query) ? metricOf(query.kind, query) : query;
}

type OlderKind = 'ExperimentTrendsQuery' | 'ExperimentFunnelsQuery';

function isOlder(metric: unknown): metric is JsonObject & { readonly kind: OlderKind } {
  if (!isObject(metric)) return false;
  const { kind } = metric;
  return kind === 'ExperimentTrendsQuery' || kind === 'ExperimentFunnelsQuery';
}

/** A mean of the first series of a trend, or a funnel of all steps. */
function metricOf(kind: OlderKind, metric: JsonObject): JsonObject {
  const isTrend = kind === 'ExperimentTrendsQuery';
  const query = isTrend ? metric['count_query'] : metric['funnels_query'];
  const series = isObject(query) ? listOf(query['series']).filter(isObject) : [];
  const [first] = series;
  if (first === undefined) throw new LegacyFiltersError('it has no event and no action');
  const name = textOf(metric['name']);
  return {
    kind: 'ExperimentMetric',
    ...(typeof metric['uuid'] === 'string' && { uuid: metric['uuid'] }),
    ...(name !== null && { name }),
    ...(isTrend
      ? { metric_type: 'mean', source: trendSource(first) }
      : { metric_type: 'funnel', series: series.map((step) => without(step, 'name')) }),
  };
}

function trendSource(series: JsonObject): JsonObject {
  const source = without(series, 'math_property_type');
  return source['math'] === undefined ? without(source, 'name') : source;
}

/** @throws LegacyFiltersError for filters of another insight than a trend or a funnel */
function metricOfFilters(filters: unknown, name: unknown): JsonObject | null {
  const query = legacyQuery(filters);
  if (query === null) return null;
  const isTrend = query['kind'] === 'TrendsQuery';
  if (!isTrend && query['kind'] !== 'FunnelsQuery') {
    throw new LegacyFiltersError('the filters are neither those of a trend nor of a funnel');
  }
  // An experiment without a metric has filters without events.
  if (listOf(query['series']).length === 0) return null;
  return isTrend
    ? metricOf('ExperimentTrendsQuery', { name, count_query: query })
    : metricOf('ExperimentFunnelsQuery', { name, funnels_query: query });
}

function hasOwnExposure({ metrics, parameters }: JsonObject): boolean {
  const custom = isObject(parameters) ? parameters['custom_exposure_filter'] : null;
  return (
    isObject(custom) ||
    listOf(metrics).some((metric) => isOlder(metric) && isObject(metric['exposure_query']))
  );
}

function nameOf(metric: JsonObject): string {
  const name = textOf(metric['name']);
  return name === null ? 'a metric' : `the metric ${name}`;
}

const listOf = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? (value as unknown[]) : [];

function without(object: JsonObject, name: string): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([key]) => key !== name));
}
