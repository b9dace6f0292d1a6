import type {
  ExperimentForQuery,
  ExperimentMetric,
  ExperimentStatsConfig,
  SeriesNode,
} from '@tidemark/contracts';
import type { BreakdownPart } from '../../breakdown/parts';
import { readBreakdown } from '../../breakdown/parts';
import type { InsightContext } from '../../insight/context';
import { InsightError } from '../../insight/error';
import { checkMetric } from './check-metric';
import type { Exposure } from './exposure';
import { exposureNodes, exposureOf } from './exposure';
import { isOfSessions } from './of-sessions';
import { conversionSeconds } from './windows';

const CUPED_DAYS = { usual: 14, least: 1, most: 30 } as const;

/** One metric of an experiment, read: what its statement is made from. */
export interface ExperimentPlan<Metric extends ExperimentMetric = ExperimentMetric> {
  readonly metric: Metric;
  readonly exposure: Exposure;
  /** Properties that results are split by. */
  readonly breakdown: readonly BreakdownPart[];
  /** How long after its exposure what a unit does counts, in seconds; null without a limit. */
  readonly window: number | null;
  /** Units whose window ends later do not count yet; null: all count. */
  readonly maturedAt: Date | null;
  /** Later events do not count; null: all count. */
  readonly asOf: Date | null;
  /** With CUPED, how many days before the exposure are the covariate. */
  readonly lookbackDays: number | null;
  readonly context: InsightContext;
}

/**
 * Null for an experiment that has not started.
 *
 * @throws InsightError for a metric that makes no sense
 */
export function experimentPlan(
  metric: ExperimentMetric,
  experiment: ExperimentForQuery,
  context: InsightContext,
): ExperimentPlan | null {
  checkMetric(metric);
  const breakdown = readBreakdown(metric.breakdownFilter, context.pathCleaning);
  if (breakdown.kind === 'cohorts') {
    throw new InsightError(
      'Experiments cannot be broken down by cohorts',
      'metric.breakdownFilter',
    );
  }
  const { startDate, endDate, onlyCountMaturedUsers, asOf } = experiment;
  const now = asOf ?? context.now;
  if (startDate === null) return null;
  return {
    metric,
    exposure: exposureOf(
      { ...experiment, variants: experiment.variants.map(({ key }) => key) },
      {
        from: startDate,
        to: endDate !== null && (asOf === undefined || endDate < asOf) ? endDate : now,
      },
    ),
    breakdown: breakdown.kind === 'properties' ? breakdown.parts : [],
    window: conversionSeconds(metric),
    maturedAt: onlyCountMaturedUsers ? now : null,
    asOf: asOf ?? null,
    lookbackDays: lookbackDays(metric, experiment.statsConfig),
    context,
  };
}

/** The nodes of a metric and of the exposure: what can name actions. */
export function experimentNodes(
  metric: ExperimentMetric,
  { exposureCriteria }: Pick<ExperimentForQuery, 'exposureCriteria'>,
): readonly SeriesNode[] {
  return [...metricNodes(metric), ...exposureNodes(exposureCriteria)];
}

function metricNodes(metric: ExperimentMetric): readonly SeriesNode[] {
  switch (metric.metric_type) {
    case 'mean':
      return [metric.source];
    case 'funnel':
      return metric.series;
    case 'ratio':
      return [metric.numerator, metric.denominator];
    case 'retention':
      return [metric.start_event, metric.completion_event];
  }
}

/** Null without CUPED, and for metrics that have none: thresholds are yes or no, ratios have two values. */
function lookbackDays(
  metric: ExperimentMetric,
  config: ExperimentStatsConfig | null,
): number | null {
  const { enabled, lookback_days: days } = config?.cuped ?? {};
  if (enabled !== true || !hasCovariate(metric)) return null;
  const asked = Math.trunc(days ?? CUPED_DAYS.usual);
  return Math.min(Math.max(asked, CUPED_DAYS.least), CUPED_DAYS.most);
}

function hasCovariate(metric: ExperimentMetric): boolean {
  switch (metric.metric_type) {
    case 'mean':
      return (metric.threshold ?? null) === null && !isOfSessions(metric.source);
    case 'funnel':
      return metric.funnel_order_type !== 'unordered';
    default:
      return false;
  }
}
