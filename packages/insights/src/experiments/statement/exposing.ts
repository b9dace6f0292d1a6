import type { Expr } from '@tidemark/hogql';
import { timestampExpr } from '@tidemark/hogql';
import { ast, text } from '../../hogql-builders/ast';
import { EVENTS, timestamp } from '../../hogql-builders/events';
import { expr } from '../../hogql-builders/template';
import { breakdownValues } from '../../breakdown/value-expr';
import { NULL_BREAKDOWN } from '../../breakdown/markers';
import { seriesCondition } from '../../series/condition';
import { queryFilters } from '../../series/query-filters';
import type { ExperimentPlan } from '../plan/experiment-plan';
import type { Exposure } from '../plan/exposure';
import { MULTIPLE } from '../plan/exposure';

/** The condition of exposure and the breakdowns of results. */
export type Exposing = Pick<ExperimentPlan, 'exposure' | 'breakdown' | 'context'>;

/** Whether an event exposes its unit. */
export function exposes({ exposure, context }: Omit<Exposing, 'breakdown'>): Expr {
  const { node, flagKey, variants, filterTestAccounts, from, to } = exposure;
  return ast.and(
    [
      ast.compare('>=', timestamp(), timestampExpr(from, ast)),
      ast.compare('<=', timestamp(), timestampExpr(to, ast)),
      seriesCondition(node, context, 'exposure_criteria.exposure_config'),
      flagKey === null
        ? null
        : ast.compare('==', ast.field(EVENTS, 'properties', '$feature_flag'), text(flagKey)),
      queryFilters({ filterTestAccounts }, context),
      ast.compare('in', variantOf(exposure), ast.list([...variants])),
    ].filter((condition) => condition !== null),
  );
}

/** The mark of an event that exposes: a list of texts, its variant and the values that results are split by. */
export function markOf(exposing: Exposing, isExposing: Expr): Expr {
  const values = breakdownValues(exposing.breakdown, isExposing, NULL_BREAKDOWN);
  return expr("arrayConcat([ifNull(toString({variant}), '')], {values})", {
    variant: variantOf(exposing.exposure),
    values: exposing.breakdown.length === 0 ? expr("arraySlice([''], 2)") : values,
  });
}

/**
 * Of the events of a unit, as aggregates over `at`, `mark` and a condition that picks those that expose: its
 * variant, and the first moment with its mark.
 */
export function firstExposure(
  { takesFirst }: Exposure,
  picks: string,
): { readonly variant: Expr; readonly first: Expr } {
  const first = expr(`minIf(tuple(at, mark), ${picks})`);
  const least = `minIf(mark[1], ${picks})`;
  return {
    first,
    variant: takesFirst
      ? expr('{first}.2[1]', { first })
      : expr(`if(${least} != maxIf(mark[1], ${picks}), {multiple}, ${least})`, {
          multiple: text(MULTIPLE),
        }),
  };
}

function variantOf({ variantProperty }: Exposure): Expr {
  return ast.field(EVENTS, 'properties', variantProperty);
}
