import type {
  ExperimentMeanMetric,
  ExperimentRatioMetric,
  ExperimentSource,
} from '@tidemark/contracts';
import type { Statement } from '@tidemark/hogql';
import { number } from '../../hogql-builders/ast';
import { statement } from '../../hogql-builders/template';
import type { ExperimentPlan } from '../plan/experiment-plan';
import { isOfSessions } from '../plan/of-sessions';
import { clamped, isClamped } from './clamped';
import { sessionValuesOfAll, sessionValuesStatement } from './session-values';
import { SUMS, totalsStatement } from './totals';
import { valueOfUnit } from './value-of-unit';
import { valuesStatement } from './values';

/** Totals of a number per unit; with CUPED also of its covariate. @throws InsightError */
export function meanStatement(plan: ExperimentPlan<ExperimentMeanMetric>): Statement {
  const { metric, lookbackDays } = plan;
  const values = meanValues(plan);
  const columns = ['variant', 'shown', 'v0', ...(lookbackDays === null ? [] : ['covariate'])];
  return totalsStatement(drawnIn(metric, values, columns), [
    SUMS.value,
    ...(lookbackDays === null ? [] : [SUMS.covariate]),
  ]);
}

function meanValues(plan: ExperimentPlan<ExperimentMeanMetric>): Statement {
  const { source } = plan.metric;
  const field = 'metric.source';
  if (!isOfSessions(source)) return valuesStatement(plan, [[source, field]]);
  return sessionValuesStatement(plan, source, valueOfUnit(source, field), field);
}

/** Percentiles go before a threshold, which is then not applied, as in PostHog. */
function drawnIn(
  metric: ExperimentMeanMetric,
  values: Statement,
  columns: readonly string[],
): Statement {
  if (isClamped(metric)) return clamped(values, columns, 'v0', metric);
  if (typeof metric.threshold !== 'number') return values;
  const others = columns.filter((column) => column !== 'v0').join(', ');
  return statement(
    `SELECT ${others}, if(given >= {threshold}, 1, 0) AS v0 FROM (SELECT ${others}, v0 AS given FROM ({values}))`,
    { values, threshold: number(metric.threshold) },
  );
}

/**
 * One row per unit of a mean or a ratio: `unit`, `variant`, and `v0`, its value or its numerator before bounds are
 * applied.
 *
 * @throws InsightError
 */
export function valuedUnits(
  plan: ExperimentPlan<ExperimentMeanMetric | ExperimentRatioMetric>,
): Statement {
  const { metric } = plan;
  if (metric.metric_type === 'ratio') {
    return ofAllUnits(plan, [metric.numerator, 'metric.numerator']);
  }
  const values = meanValues({ ...plan, metric });
  const columns = ['unit', 'variant', 'shown', 'v0'];
  return isClamped(metric) ? values : drawnIn(metric, values, columns);
}

/** Totals of two numbers per unit. @throws InsightError */
export function ratioStatement(plan: ExperimentPlan<ExperimentRatioMetric>): Statement {
  const { metric } = plan;
  const values = twoValues(
    plan,
    [metric.numerator, 'metric.numerator'],
    [metric.denominator, 'metric.denominator'],
  );
  const columns = ['variant', 'shown', 'v0', 'v1'];
  const numerators = clamped(values, columns, 'v0', metric.numerator_outlier_handling);
  const both = clamped(numerators, columns, 'v1', metric.denominator_outlier_handling);
  return totalsStatement(both, [SUMS.value, SUMS.denominator]);
}

type SourceAt = readonly [source: ExperimentSource, field: string];

/** One row per exposed unit: `unit`, `variant`, `shown`, `v0`, `v1`. @throws InsightError */
function twoValues(plan: ExperimentPlan, one: SourceAt, other: SourceAt): Statement {
  if (!isOfSessions(one[0]) && !isOfSessions(other[0])) return valuesStatement(plan, [one, other]);
  // Sessions and events are aggregated apart: both have a row for each exposed unit.
  return statement(
    `SELECT a.unit AS unit, a.variant AS variant, a.shown AS shown, a.v0 AS v0, b.v0 AS v1
     FROM (SELECT * FROM ({one})) AS a INNER JOIN (SELECT unit, v0 FROM ({other})) AS b ON a.unit = b.unit`,
    { one: ofAllUnits(plan, one), other: ofAllUnits(plan, other) },
  );
}

/** One row per exposed unit: `unit`, `variant`, `shown`, `v0`. @throws InsightError */
function ofAllUnits(plan: ExperimentPlan, [source, field]: SourceAt): Statement {
  if (!isOfSessions(source)) return valuesStatement(plan, [[source, field]]);
  return sessionValuesOfAll(plan, source, valueOfUnit(source, field), field);
}
