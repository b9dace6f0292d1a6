import type { Expr } from '@tidemark/hogql';
import { EVENTS } from '../series/condition';
import { ast, number, text } from '../sql/ast';
import { expr, statement } from '../sql/template';
import { NULL_BREAKDOWN } from './markers';

/** So that the largest value lies below the last bin's end. */
const LAST_BIN_MARGIN = 0.01;

/**
 * The bin of a value, as `[low,high]`: bins of equal width from the smallest to the largest value of the
 * events that `where` picks (`wire/insights.md` §3.4). What is no number has none.
 */
export function histogramBin(source: Expr, bins: number, where: Expr): Expr {
  const value = ast.call('toFloat', source);
  const bounds = statement(
    `SELECT tuple(min({value}), max({value})) FROM events AS ${EVENTS} WHERE {where}`,
    { value, where },
  );
  const parts = { value, bins: number(bins), low: boundOf(bounds, 1), high: boundOf(bounds, 2) };
  const width = expr('({high} - {low}) / {bins}', parts);
  const index = expr('if({width} = 0, 0, least(floor(({value} - {low}) / {width}), {bins} - 1))', {
    ...parts,
    width,
  });
  return expr(
    `if({value} IS NULL, {missing}, concat('[', toString({low} + {index} * {width}), ',',
       toString({low} + ({index} + 1) * {width} + if({index} = {bins} - 1 OR {width} = 0, {margin}, 0)), ']'))`,
    { ...parts, width, index, missing: text(NULL_BREAKDOWN), margin: number(LAST_BIN_MARGIN) },
  );
}

function boundOf(bounds: Expr, index: 1 | 2): Expr {
  return { type: 'TupleAccess', tuple: bounds, index, nullish: false, start: 0, end: 0 };
}
