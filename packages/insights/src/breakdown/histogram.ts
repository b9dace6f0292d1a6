import type { Expr } from '@tidemark/hogql';
import { array, ast, number, text } from '../hogql-builders/ast';
import { EVENTS } from '../hogql-builders/events';
import { expr, statement } from '../hogql-builders/template';

/** A margin that keeps the largest value below the end of the last bin. */
const LAST_BIN_MARGIN = 0.01;

/**
 * The bin of a value, as `[low,high]`: bins of equal width from the smallest to the largest value of the events that
 * match `where` (`docs/wire/insights-trends.md#breakdown-histogram`). A value that is not a number has no bin and
 * becomes `missing`.
 */
export function histogramBin(source: Expr, bins: number, where: Expr, missing: string): Expr {
  const value = ast.call('toFloat', source);
  const bounds = statement(
    `SELECT tuple(min({value}), max({value})) FROM events AS ${EVENTS} WHERE {where}`,
    { value, where },
  );
  const index = expr('least(floor(({value} - bounds.1) / width), {bins} - 1)', {
    value,
    bins: number(bins),
  });
  const bin = expr(
    `concat('[', toString(bounds.1 + at * width), ',',
       toString(bounds.1 + (at + 1) * width + if(at = {bins} - 1 OR width = 0, {margin}, 0)), ']')`,
    { bins: number(bins), margin: number(LAST_BIN_MARGIN) },
  );
  // Lists with one element name the bounds, the width and the index, so that each is written and computed once.
  return expr(
    `if({value} IS NULL, {missing},
       arrayMap((bounds, width) -> arrayMap(at -> {bin}, [if(width = 0, 0, {index})])[1],
         {bounds}, arrayMap(pair -> (pair.2 - pair.1) / {bins}, {bounds}))[1])`,
    {
      value,
      missing: text(missing),
      bin,
      index,
      bounds: array([bounds]),
      bins: number(bins),
    },
  );
}
