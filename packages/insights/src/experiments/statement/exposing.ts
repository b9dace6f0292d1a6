import type { Expr } from '@tidemark/hogql';
import { timestampExpr } from '@tidemark/hogql';
import { array, ast, number, text } from '../../hogql-builders/ast';
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
  /** Its variant, an aggregate: what `named` reads. */
  readonly variant: Expr;
  /** The key of a variant. */
  readonly named: (variant: Expr) => Expr;
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
    return expr('indexOf({variants}, {variant})', {
      variants: array(inOrder(exposure).map(text)),
      variant,
    });
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
  const multiple = text(MULTIPLE);
  return {
    first,
    named: (variant) => variant,
    exposedAt: (one) => expr('{one}.1', { one }),
    shown: (one) => expr('arraySlice({one}.2, 2)', { one }),
    variant: takesFirst ? expr('{first}.2[1]', { first }) : onlyVariant('mark[1]', picks, multiple),
  };
}

/** A variant is its place in the list of variants, 0 for several: numbers are cheaper to keep and to join than texts. */
function byPlace(exposure: Exposure, picks: string | null, micros: string): FirstExposure {
  const names = array([MULTIPLE, ...inOrder(exposure)].map(text));
  return {
    first: expr(ofPicked('min', 'at', picks)),
    named: (place) => expr('arrayElement({names}, {place} + 1)', { names, place }),
    exposedAt: (one) => one,
    shown: () => NOT_SPLIT,
    variant: exposure.takesFirst
      ? expr(`bitAnd(${ofPicked('min', `${micros} * ${PLACES} + mark`, picks)}, ${PLACES - 1})`)
      : onlyVariant('mark', picks, number(0)),
  };
}

/** The variant of all exposures of a unit; `multiple` if there are several. */
function onlyVariant(mark: string, picks: string | null, multiple: Expr): Expr {
  const least = ofPicked('min', mark, picks);
  return expr(`if(${least} != ${ofPicked('max', mark, picks)}, {multiple}, ${least})`, {
    multiple,
  });
}

function ofPicked(aggregate: 'min' | 'max', value: string, picks: string | null): string {
  return picks === null ? `${aggregate}(${value})` : `${aggregate}If(${value}, ${picks})`;
}

/** In the order of texts, which decides between two exposures at the same time. */
function inOrder({ variants }: Exposure): readonly string[] {
  return [...variants].sort();
}

function variantOf({ variantProperty }: Exposure): Expr {
  return ast.field(EVENTS, 'properties', variantProperty);
}
