import type { ExperimentOutliers } from '@tidemark/contracts';
import type { Expr, Statement } from '@tidemark/hogql';
import { number } from '../../hogql-builders/ast';
import { expr, statement } from '../../hogql-builders/template';

/** Whether values that are far out are drawn in. */
export function isClamped(outliers: ExperimentOutliers | null | undefined): boolean {
  const { lower_bound_percentile: lower, upper_bound_percentile: upper } = outliers ?? {};
  return typeof lower === 'number' || typeof upper === 'number';
}

/**
 * Rows of units with a value drawn in to percentiles of all units with the same breakdown values, whatever their
 * variant (`docs/wire/experiments.md#value-winsorising`). The zeros may be left out for the upper one.
 *
 * @param columns of the rows
 * @param value the one of them that is drawn in
 */
export function clamped(
  rows: Statement,
  columns: readonly string[],
  value: string,
  outliers: ExperimentOutliers | null | undefined,
): Statement {
  if (!isClamped(outliers)) return rows;
  const { lower_bound_percentile, upper_bound_percentile, ignore_zeros } = outliers ?? {};
  const over = 'OVER (PARTITION BY shown)';
  const lowest = bound(lower_bound_percentile, (level) =>
    expr(`quantileExact({level})(${value}) ${over}`, { level }),
  );
  const highest = bound(upper_bound_percentile, (level) =>
    ignore_zeros === true
      ? expr(`quantileExactIf({level})(${value}, ${value} != 0) ${over}`, { level })
      : expr(`quantileExact({level})(${value}) ${over}`, { level }),
  );
  const others = columns.filter((column) => column !== value);
  return statement(
    `SELECT ${others.join(', ')},
       least(greatest(given, lowest), if(isNaN(highest), 0, highest)) AS ${value}
     FROM (
       SELECT ${others.join(', ')}, ${value} AS given, {lowest} AS lowest, {highest} AS highest
       FROM ({rows})
     )`,
    {
      rows,
      lowest: lowest ?? expr(`min(${value}) ${over}`),
      // Where all values are zero, none is left to take a percentile of.
      highest: highest ?? expr(`max(${value}) ${over}`),
    },
  );
}

function bound(level: number | null | undefined, make: (level: Expr) => Expr): Expr | null {
  return typeof level === 'number' ? make(number(level)) : null;
}
