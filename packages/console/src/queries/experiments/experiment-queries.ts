import type { FunnelsQuery, TrendsQuery } from '../insight/types';
import type { PeopleBehind } from '../insight/people-behind';
import { peopleBehindPoint, peopleBehindStep } from '../insight/people-behind';
import { shareWords } from '../numbers';
import type { Experiment, ExperimentMetric } from './experiment';
import { metricName } from './metric-words';

/** The query for the effect on a metric, divided by the values of `breakdown` unless it is null. */
export function metricQuery(
  { id }: Pick<Experiment, 'id'>,
  metric: ExperimentMetric,
  breakdown: string | null,
) {
  const breakdownFilter = { breakdowns: [{ property: breakdown ?? '', type: 'event' as const }] };
  return {
    kind: 'ExperimentQuery',
    experiment_id: id,
    metric: breakdown === null ? metric : { ...metric, breakdownFilter },
  } as const;
}

/** The query for the number of people who were exposed to each variant, by day. */
export function exposureQuery(experiment: Experiment) {
  const { id, name, feature_flag: flag, exposure_criteria: criteria } = experiment;
  return {
    kind: 'ExperimentExposureQuery',
    experiment_id: id,
    experiment_name: name,
    exposure_criteria: criteria,
    feature_flag: { key: flag.key, filters: flag.filters },
    start_date: experiment.start_date,
    end_date: experiment.end_date,
  } as const;
}

export interface Exposures {
  readonly timeseries: readonly {
    readonly variant: string;
    readonly days: readonly string[];
    readonly exposure_counts: readonly number[];
  }[];
  readonly total_exposures: Readonly<Record<string, number>>;
  readonly sample_ratio_mismatch: {
    readonly expected: Readonly<Record<string, number>>;
    readonly p_value: number;
  } | null;
}

/** The key under which the API counts people who were exposed to several variants. */
export const MULTIPLE = '$multiple';

/** The p-value below which a split is reported as wrong (docs/statistics.md). */
const BROKEN_BELOW = 0.001;

/**
 * A warning that the people are not split as the flag says; null if the difference can be chance, or is not known yet.
 */
export function mismatchWords({
  sample_ratio_mismatch: mismatch,
  total_exposures: totals,
}: Exposures) {
  if (mismatch === null || mismatch.p_value >= BROKEN_BELOW) return null;
  const parts = Object.entries(mismatch.expected).map(
    ([key, expected]) => `${key} has ${totals[key] ?? 0} people instead of ${Math.round(expected)}`,
  );
  return `The split differs from the configured one: ${parts.join(', ')}. By chance, this happens in fewer than one of 1,000 experiments (p = ${mismatch.p_value.toPrecision(2)}). Do not trust the results until the cause is known.`;
}

/** A text with the share of people who were exposed to several variants; null if there are none. */
export function multipleWords({ total_exposures: totals }: Exposures, isExcluded: boolean) {
  const multiple = totals[MULTIPLE] ?? 0;
  if (multiple === 0) return null;
  const all = Object.values(totals).reduce((sum, count) => sum + count, 0);
  const what = isExcluded
    ? 'they are excluded from the results'
    : 'they are counted for their first variant';
  return `${shareWords(multiple / all)} of the people were shown more than one variant; ${what}.`;
}

type Series = TrendsQuery['series'][number];

/** The exposure event as a series; null if the exposure is not defined by an event. */
function exposureNode(
  { exposure_criteria: criteria, feature_flag: flag }: Experiment,
  key: string,
) {
  const config = criteria?.exposure_config ?? null;
  if (config !== null && config.kind !== 'ExperimentEventExposureConfig') return null;
  const event = config?.event ?? '$feature_flag_called';
  const exact = (property: string, value: string) => ({
    key: property,
    type: 'event' as const,
    operator: 'exact' as const,
    value: [value],
  });
  const properties =
    event === '$feature_flag_called'
      ? [exact('$feature_flag', flag.key), exact('$feature_flag_response', key)]
      : [exact(`$feature/${flag.key}`, key)];
  return { kind: 'EventsNode', event, name: event, properties } as Series;
}

/** The date range of an insight that covers the time of the experiment. */
function rangeOf({ start_date: from, end_date: to }: Experiment) {
  return {
    dateRange: { date_from: from, date_to: to, explicitDate: true },
  };
}

/** The people who were exposed to a variant; null if the API cannot list them. */
export function peopleShown(
  experiment: Experiment,
  variant: string,
  count: number,
): PeopleBehind | null {
  const node = exposureNode(experiment, variant);
  const isOfGroups =
    (experiment.feature_flag.filters.aggregation_group_type_index ?? null) !== null;
  if (node === null || isOfGroups || variant === MULTIPLE) return null;
  const query = {
    kind: 'TrendsQuery',
    series: [{ ...node, math: 'dau' }],
    ...rangeOf(experiment),
    trendsFilter: { display: 'ActionsTable' },
    filterTestAccounts: experiment.exposure_criteria?.filterTestAccounts ?? true,
  } as TrendsQuery;
  return peopleBehindPoint(query, {
    title: `People who were shown ${variant}`,
    seriesIndex: 0,
    day: null,
    breakdown: undefined,
    compare: null,
    value: count,
  });
}

const DAY_MS = 86_400_000;

/** The people of a variant who converted; null for metrics without a conversion, and for experiments on groups. */
export function peopleConverted(
  experiment: Experiment,
  metric: ExperimentMetric,
  variant: string,
  count: number,
): PeopleBehind | null {
  const node = exposureNode(experiment, variant);
  const isOfGroups =
    (experiment.feature_flag.filters.aggregation_group_type_index ?? null) !== null;
  if (metric.metric_type !== 'funnel' || node === null || isOfGroups) return null;
  const begun = Date.parse(experiment.start_date ?? '');
  const ended = experiment.end_date === null ? Date.now() : Date.parse(experiment.end_date);
  const window = metric.conversion_window ?? 0;
  const query = {
    kind: 'FunnelsQuery',
    series: [node, ...metric.series],
    ...rangeOf(experiment),
    filterTestAccounts: experiment.exposure_criteria?.filterTestAccounts ?? true,
    funnelsFilter:
      window > 0
        ? {
            funnelWindowInterval: window,
            funnelWindowIntervalUnit: metric.conversion_window_unit ?? 'day',
            funnelOrderType: 'ordered',
          }
        : {
            funnelWindowInterval: Math.max(1, Math.ceil((ended - begun) / DAY_MS)),
            funnelWindowIntervalUnit: 'day',
            funnelOrderType: 'ordered',
          },
  } as FunnelsQuery;
  return peopleBehindStep(query, {
    title: `${variant}: ${metricName(metric)}`,
    step: metric.series.length + 1,
    breakdown: undefined,
    compare: null,
    value: count,
  });
}
