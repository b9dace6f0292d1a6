import { seriesName } from '../insight/series-names';
import type { SeriesNode } from '../insight/types';
import type { Experiment, ExperimentMetric, Status } from './experiment';

export const METRIC_TYPES = [
  { value: 'funnel', label: 'Conversion: the share of people who do something' },
  { value: 'mean', label: 'Mean: how much or how often per person' },
  { value: 'ratio', label: 'Ratio: one number per another, such as revenue per order' },
  { value: 'retention', label: 'Retention: the share of people who return' },
] as const;

export type MetricType = (typeof METRIC_TYPES)[number]['value'];

/** The ways to compute one number from the events of a person. */
export const SOURCE_MATHS = [
  { value: 'total', label: 'Number of events', needsProperty: false },
  { value: 'dau', label: 'At least one event (0 or 1)', needsProperty: false },
  { value: 'unique_session', label: 'Number of sessions', needsProperty: false },
  { value: 'sum', label: 'Sum of a property', needsProperty: true },
  { value: 'avg', label: 'Average of a property', needsProperty: true },
  { value: 'min', label: 'Smallest value of a property', needsProperty: true },
  { value: 'max', label: 'Largest value of a property', needsProperty: true },
] as const;

export const WINDOW_UNITS = [
  { value: 'hour', label: 'hours' },
  { value: 'day', label: 'days' },
  { value: 'week', label: 'weeks' },
] as const;

/** A new metric of a type, without events. */
export function newMetric(type: MetricType): ExperimentMetric {
  const shared = { kind: 'ExperimentMetric', goal: 'increase' } as const;
  const source = { kind: 'EventsNode', event: '' } as const;
  switch (type) {
    case 'mean':
      return { ...shared, metric_type: 'mean', source: { ...source, math: 'total' } };
    case 'funnel':
      return { ...shared, metric_type: 'funnel', series: [source] };
    case 'ratio':
      return {
        ...shared,
        metric_type: 'ratio',
        numerator: { ...source, math: 'total' },
        denominator: { ...source, math: 'total' },
      };
    case 'retention':
      return {
        ...shared,
        metric_type: 'retention',
        start_event: source,
        completion_event: source,
        start_handling: 'first_seen',
        retention_window_start: 1,
        retention_window_end: 7,
        retention_window_unit: 'day',
      };
  }
}

/** The name of a metric; if it has no name, a description of what it measures. */
export function metricName(metric: ExperimentMetric): string {
  if (typeof metric.name === 'string' && metric.name !== '') return metric.name;
  switch (metric.metric_type) {
    case 'mean':
      return `${mathWords(metric.source)} per person`;
    case 'funnel':
      return `Conversion to ${metric.series.map((step) => sourceName(step)).join(' → ')}`;
    case 'ratio':
      return `${mathWords(metric.numerator)} per ${mathWords(metric.denominator)}`;
    case 'retention':
      return `Returned: ${sourceName(metric.start_event)}, then ${sourceName(metric.completion_event)}`;
  }
}

/** Whether values of the metric are shares from 0 to 1. */
export function isShareMetric({ metric_type: type }: ExperimentMetric): boolean {
  return type === 'funnel' || type === 'retention';
}

/** The name of an event or action in a metric; `…` if it is not chosen yet. */
export function sourceName(source: object): string {
  const name = seriesName(source as SeriesNode);
  return name === '' ? '…' : name;
}

const PROPERTY_MATHS: Readonly<Record<string, string>> = {
  sum: 'Sum',
  avg: 'Average',
  min: 'Smallest value',
  max: 'Largest value',
};

function mathWords(source: {
  readonly math?: string | null | undefined;
  readonly math_property?: string | null | undefined;
}): string {
  const name = sourceName(source);
  switch (source.math ?? 'total') {
    case 'total':
      return name;
    case 'dau':
      return `Did ${name}`;
    case 'unique_session':
      return `Sessions with ${name}`;
    case 'hogql':
      return `Expression on ${name}`;
    default:
      return `${PROPERTY_MATHS[source.math ?? ''] ?? source.math ?? ''} of ${source.math_property ?? '…'} of ${name}`;
  }
}

export const STATUS_TONES = {
  draft: 'plain',
  running: 'success',
  paused: 'warning',
  stopped: 'accent',
} as const;

export const STATUS_WORDS: Readonly<Record<Status, string>> = {
  draft: 'draft',
  running: 'running',
  paused: 'paused',
  stopped: 'ended',
};

export const CONCLUSIONS = [
  { value: 'won', label: 'Won: the change is better' },
  { value: 'lost', label: 'Lost: the change is worse' },
  { value: 'inconclusive', label: 'Inconclusive: no clear difference' },
  { value: 'stopped_early', label: 'Stopped early' },
  { value: 'invalid', label: 'Invalid: the data cannot be trusted' },
] as const;

/** The name of an experiment's statistical method. */
export function methodWords({ stats_config: stats }: Pick<Experiment, 'stats_config'>): string {
  if (stats?.method !== 'frequentist') return 'Bayesian';
  return stats.frequentist?.['sequential_testing_enabled'] === true
    ? 'Sequential (may be checked every day)'
    : 'Frequentist (checked once, at the end)';
}
