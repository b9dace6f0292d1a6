import type { Expr } from '@tidemark/hogql';
import { timestampExpr } from '@tidemark/hogql';
import { array, ast, text } from '../../hogql-builders/ast';
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

/** The breakdown values of results that are not split: an empty list of texts. */
export const NOT_SPLIT = expr("arraySlice([''], 2)");

/** Variants have fewer places; so many places fit beside a timestamp in microseconds. */
const PLACES = 256;

/** What the events of a unit say about its exposure. */
interface FirstExposure {
  /** Its variant, an aggregate. */
  readonly variant: Expr;
  /** Its first exposure, an aggregate. */
  readonly first: Expr;
  /** The timestamp of a first exposure. */
  readonly exposedAt: (first: Expr) => Expr;
  /** The values that results are split by, of a first exposure: a list of texts. */
  readonly shown: (first: Expr) => Expr;
}

/**
 * The mark of an event that exposes. Where results are split: a list of texts, its variant and the values that results
 * are split by. Otherwise the place of its variant in the list of variants, a number, which is cheaper to keep.
 */
export function markOf(exposing: Exposing, isExposing: Expr): Expr {
  const { breakdown, exposure } = exposing;
  const variant = expr("ifNull(toString({variant}), '')", { variant: variantOf(exposure) });
  if (breakdown.length === 0) {
    return expr('indexOf({variants}, {variant})', { variants: variantList(exposure), variant });
  }
  return expr('arrayConcat([{variant}], {values})', {
    variant,
    values: breakdownValues(breakdown, isExposing, NULL_BREAKDOWN),
  });
}

/**
 * The exposure of a unit, from aggregates over `at` and `mark`.
 *
 * @param picks a condition that picks the events that expose; null where all rows do
 * @param micros `at` in microseconds
 */
export function firstExposure(
  { exposure, breakdown }: Omit<Exposing, 'context'>,
  picks: string | null,
  micros: string,
): FirstExposure {
  return breakdown.length === 0 ? byPlace(exposure, picks, micros) : byMark(exposure, picks);
}

function byMark({ takesFirst }: Exposure, picks: string | null): FirstExposure {
  const first = expr(ofPicked('min', 'tuple(at, mark)', picks));
  return {
    first,
    exposedAt: (one) => expr('{one}.1', { one }),
    shown: (one) => expr('arraySlice({one}.2, 2)', { one }),
    variant: takesFirst
      ? expr('{first}.2[1]', { first })
      : onlyVariant('mark[1]', picks, (variant) => variant),
  };
}

function byPlace(exposure: Exposure, picks: string | null, micros: string): FirstExposure {
  const named = (place: Expr): Expr =>
    expr('arrayElement({variants}, {place})', { variants: variantList(exposure), place });
  return {
    first: expr(ofPicked('min', 'at', picks)),
    exposedAt: (one) => one,
    shown: () => NOT_SPLIT,
    variant: exposure.takesFirst
      ? named(
          expr(`bitAnd(${ofPicked('min', `${micros} * ${PLACES} + mark`, picks)}, ${PLACES - 1})`),
        )
      : onlyVariant('mark', picks, named),
  };
}

/** The variant of all exposures of a unit; `$multiple` where there are several. */
function onlyVariant(mark: string, picks: string | null, named: (least: Expr) => Expr): Expr {
  const least = ofPicked('min', mark, picks);
  return expr(`if(${least} != ${ofPicked('max', mark, picks)}, {multiple}, {variant})`, {
    multiple: text(MULTIPLE),
    variant: named(expr(least)),
  });
}

function ofPicked(aggregate: 'min' | 'max', value: string, picks: string | null): string {
  return picks === null ? `${aggregate}(${value})` : `${aggregate}If(${value}, ${picks})`;
}

/** In the order of texts, which decides between two exposures at the same time. */
function variantList({ variants }: Exposure): Expr {
  return array([...variants].sort().map(text));
}

function variantOf({ variantProperty }: Exposure): Expr {
  return ast.field(EVENTS, 'properties', variantProperty);
}
