import type { ExperimentForQuery, ExperimentTrendsQuery, TrendsQuery } from '@tidemark/contracts';
import {
  lossAgainst,
  logMeanBelief,
  meanOfLog,
  rateBelief,
  StatisticsError,
} from '@tidemark/statistics';
import type { InsightContext } from '../../insight/context';
import { InsightError } from '../../insight/error';
import type { InsightPlan } from '../../insight/plan';
import { planTrends } from '../../trends/plan-trends';
import type { Judged, Verdict } from './verdict';
import { controlFirst, dateRangeOf, intervalsOf, keysOf, verdictOf } from './verdict';

interface VariantTrend {
  readonly key: string;
  readonly count: number;
  /** Its units in relation to those of the control. */
  readonly exposure: number;
  readonly absolute_exposure: number;
}

export interface OlderTrendsResponse extends Verdict {
  readonly kind: 'ExperimentTrendsQuery';
  readonly insight: readonly unknown[];
  readonly count_query: TrendsQuery;
  readonly exposure_query: TrendsQuery;
  readonly variants: readonly VariantTrend[];
  /** The expected loss: this field of the wire has the name of another number. */
  readonly p_value: number;
  readonly credible_intervals: Readonly<Record<string, readonly [number, number]>>;
}

const CONTROL = 'control';
/** Maths that are computed as sums: statistics of a property, and of the events of a person. */
const NOT_ADDED = /^(avg|min|max|median|p75|p90|p95|p99)(_count_per_actor)?$/;
const SUMS: readonly unknown[] = ['sum', 'hogql'];

/**
 * ExperimentTrendsQuery, of experiments before 2025: how often an event happens for the units of each variant
 * (`docs/wire/experiments.md#older-queries`).
 *
 * @throws InsightError
 */
export function planOlderTrends(
  query: ExperimentTrendsQuery,
  experiment: ExperimentForQuery,
  context: InsightContext,
): InsightPlan<OlderTrendsResponse> {
  const counts = countQuery(query, experiment);
  const exposures = exposureQuery(query, experiment);
  const [counted, exposed] = [planTrends(counts, context), planTrends(exposures, context)];
  const isSum = SUMS.includes(counts.series[0]?.math);
  return {
    statements: [...counted.statements, ...exposed.statements],
    shape: (rows) => {
      const at = counted.statements.length;
      const insight: readonly Line[] = counted.shape(rows.slice(0, at)).results;
      const units = countsOf(exposed.shape(rows.slice(at)).results);
      const variants = controlFirst(trendsOf(countsOf(insight), units), units.size > 0);
      return {
        kind: 'ExperimentTrendsQuery',
        insight,
        count_query: counts,
        exposure_query: exposures,
        variants,
        ...statisticsOf(variants, isSum),
      };
    },
  };
}

interface Line {
  readonly breakdown_value?: unknown;
  readonly count: number;
}

function countsOf(lines: readonly Line[]): ReadonlyMap<string, number> {
  return new Map(
    lines.map(({ breakdown_value: value, count }) => [String([value].flat()[0]), count]),
  );
}

function trendsOf(
  counts: ReadonlyMap<string, number>,
  units: ReadonlyMap<string, number>,
): VariantTrend[] {
  const ofControl = units.get(CONTROL) ?? 0;
  return [...counts].map(([key, count]) => {
    const own = units.get(key) ?? 0;
    const exposure = ofControl === 0 ? 0 : own / ofControl;
    return { key, count, exposure: key === CONTROL ? 1 : exposure, absolute_exposure: own };
  });
}

function statisticsOf(
  [control, ...tests]: readonly [VariantTrend, ...VariantTrend[]],
  isSum: boolean,
): Verdict & Pick<OlderTrendsResponse, 'p_value' | 'credible_intervals'> {
  const judged = ({ key, count, absolute_exposure: units }: VariantTrend): Judged => ({
    key,
    units,
    value: isSum || units === 0 ? count : count / units,
    belief: isSum ? logMeanBelief(count, units) : rateBelief(count, units),
  });
  try {
    const all = [judged(control), ...tests.map(judged)] as const;
    const { loss, ...verdict } = verdictOf(all, (chosen, others) =>
      lossAgainst(
        chosen.belief,
        others.map(({ belief }) => belief),
        isSum ? Math.exp : undefined,
      ),
    );
    const credible_intervals = intervalsOf(all, isSum ? meanOfLog : undefined);
    return { ...verdict, p_value: loss, credible_intervals };
  } catch (error) {
    if (!(error instanceof StatisticsError)) throw error;
    throw new InsightError('Variants are compared by sums above zero only', 'count_query');
  }
}

/** As the query says, but of its first series, for the time of the experiment, and by variant. */
function countQuery({ count_query: query }: ExperimentTrendsQuery, experiment: ExperimentForQuery) {
  const counts = byVariant(query, experiment);
  const [first] = counts.series;
  if (first === undefined) throw new InsightError('A series is required', 'count_query.series');
  if (!NOT_ADDED.test(first.math ?? '')) return counts;
  return { ...counts, series: [{ ...first, math: 'sum' }] } as TrendsQuery;
}

function exposureQuery(
  { count_query: counts, exposure_query: given }: ExperimentTrendsQuery,
  experiment: ExperimentForQuery,
): TrendsQuery {
  if (given !== null && given !== undefined) return byVariant(given, experiment);
  return {
    kind: 'TrendsQuery',
    dateRange: dateRangeOf(experiment),
    trendsFilter: { display: 'ActionsLineGraphCumulative' },
    breakdownFilter: { breakdown: '$feature_flag_response', breakdown_type: 'event' },
    series: [{ kind: 'EventsNode', event: '$feature_flag_called', math: 'dau' }],
    properties: [
      exactly('$feature_flag_response', keysOf(experiment)),
      exactly('$feature_flag', [experiment.featureFlagKey]),
    ],
    filterTestAccounts: counts.filterTestAccounts,
  };
}

function byVariant(query: TrendsQuery, experiment: ExperimentForQuery): TrendsQuery {
  const property = `$feature/${experiment.featureFlagKey}`;
  return {
    ...query,
    series: query.series.slice(0, 1),
    trendsFilter: { display: 'ActionsLineGraphCumulative' },
    compareFilter: null,
    dateRange: dateRangeOf(experiment),
    breakdownFilter: { breakdown: property, breakdown_type: 'event' },
    properties: [exactly(property, keysOf(experiment))],
  };
}

function exactly(key: string, value: readonly string[]) {
  return { key, value: [...value], operator: 'exact', type: 'event' };
}
