import type { PeopleBehind } from '../insight/people-behind';
import { shareWords } from '../numbers';
import type { Experiment, ExperimentMetric } from './experiment';
import { isShareMetric, metricName } from './metric-words';

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

/** The people of a variant at a step, or with a value; null for experiments on groups. */
function peopleAt(
  experiment: Experiment,
  metric: ExperimentMetric,
  point: {
    readonly title: string;
    readonly variant: string;
    readonly step: number;
    readonly count: number;
  },
): PeopleBehind | null {
  if ((experiment.feature_flag.filters.aggregation_group_type_index ?? null) !== null) return null;
  return {
    title: point.title,
    source: {
      kind: 'ExperimentActorsQuery',
      source: metricQuery(experiment, metric, null),
      funnelStep: point.step,
      funnelStepBreakdown: point.variant,
    },
    clicked: point.count,
    comparable: 'people',
  };
}

/** Any metric without a window: all people who were shown a variant are its samples. */
const ANY_METRIC: ExperimentMetric = {
  kind: 'ExperimentMetric',
  metric_type: 'mean',
  source: { kind: 'EventsNode', event: null },
};

/** The people who were shown a variant, or several (`MULTIPLE`). */
export function peopleShown(
  experiment: Experiment,
  variant: string,
  count: number,
): PeopleBehind | null {
  const what = variant === MULTIPLE ? 'several variants' : variant;
  const title = `People who were shown ${what}`;
  return peopleAt(experiment, ANY_METRIC, { title, variant, step: 0, count });
}

/** The people of a variant whom a metric counts. */
export function peopleCounted(
  experiment: Experiment,
  metric: ExperimentMetric,
  variant: string,
  count: number,
): PeopleBehind | null {
  const title = `People of ${variant}: ${metricName(metric)}`;
  return peopleAt(experiment, metric, { title, variant, step: 0, count });
}

/** The people of a variant who converted; null for metrics without a conversion. */
export function peopleConverted(
  experiment: Experiment,
  metric: ExperimentMetric,
  variant: string,
  count: number,
): PeopleBehind | null {
  if (!isShareMetric(metric)) return null;
  const step = metric.metric_type === 'funnel' ? metric.series.length : 1;
  const title = `${variant}: ${metricName(metric)}`;
  return peopleAt(experiment, metric, { title, variant, step, count });
}
