import type { ExperimentMeanMetric, ExperimentRatioMetric } from '@tidemark/contracts';
import type { Statement } from '@tidemark/hogql';
import { number } from '../../hogql-builders/ast';
import { statement } from '../../hogql-builders/template';
import type { ExperimentPlan } from '../plan/experiment-plan';
import { clamped, isClamped } from './clamped';
import { SUMS, totalsStatement } from './totals';
import { valuesStatement } from './values';

/** Totals of a number per unit; with CUPED also of its covariate. @throws InsightError */
export function meanStatement(plan: ExperimentPlan<ExperimentMeanMetric>): Statement {
  const { metric, lookbackDays } = plan;
  const values = valuesStatement(plan, [[metric.source, 'metric.source']]);
  const columns = ['variant', 'shown', 'v0', ...(lookbackDays === null ? [] : ['covariate'])];
  return totalsStatement(drawnIn(metric, values, columns), [
    SUMS.value,
    ...(lookbackDays === null ? [] : [SUMS.covariate]),
  ]);
}

/** Percentiles go before a threshold, which is then not applied, as in PostHog. */
function drawnIn(
  metric: ExperimentMeanMetric,
  values: Statement,
  columns: readonly string[],
): Statement {
  if (isClamped(metric)) return clamped(values, columns, 'v0', metric);
  if (typeof metric.threshold !== 'number') return values;
  return statement(
    'SELECT variant, shown, if(given >= {threshold}, 1, 0) AS v0 FROM (SELECT variant, shown, v0 AS given FROM ({values}))',
    { values, threshold: number(metric.threshold) },
  );
}

/** Totals of two numbers per unit. @throws InsightError */
export function ratioStatement(plan: ExperimentPlan<ExperimentRatioMetric>): Statement {
  const { metric } = plan;
  const values = valuesStatement(plan, [
    [metric.numerator, 'metric.numerator'],
    [metric.denominator, 'metric.denominator'],
  ]);
  const columns = ['variant', 'shown', 'v0', 'v1'];
  const numerators = clamped(values, columns, 'v0', metric.numerator_outlier_handling);
  const both = clamped(numerators, columns, 'v1', metric.denominator_outlier_handling);
  return totalsStatement(both, [SUMS.value, SUMS.denominator]);
}
