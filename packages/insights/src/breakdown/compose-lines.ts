import type { Expr, Statement } from '@tidemark/hogql';
import { array, number, text } from '../hogql-builders/ast';
import { expr, statement } from '../hogql-builders/template';
import { unionAll } from '../hogql-builders/union';
import { NULL_BREAKDOWN, OTHER_BREAKDOWN } from './markers';

/** How the breakdown values of a line are ranked before the values beyond the limit are added up. */
export interface BreakdownRanking {
  /** Values that are shown; the others are added up. */
  readonly limit: number;
  /** The number of texts in a breakdown value. */
  readonly parts: number;
  /** The expression by which values are ranked, over their rows' `key` and `value`; the sum by default. */
  readonly total?: Expr;
  /** Values with a missing part are ranked by their total like the others, not after them. */
  readonly ranksMissing?: boolean;
}

/** One row per line: its id, its breakdown (a list with one empty text), its buckets and their values. */
export function withoutBreakdown(sources: readonly Statement[]): Statement {
  return statement(
    `SELECT line, [''] AS shown, groupArray(key) AS keys, groupArray(value) AS points
     FROM ({sources}) GROUP BY line`,
    { sources: unionAll(sources) },
  );
}

/**
 * One row per line and breakdown value. Values beyond the limit are added up under the marker of all others: missing
 * values come last, and larger totals first (`docs/wire/insights-trends.md#breakdown-other` and
 * `docs/wire/insights-trends.md#breakdown-empty`). Buckets whose values add up to 0 are left out, like buckets
 * without values.
 */
export function withBreakdown(sources: readonly Statement[], ranking: BreakdownRanking): Statement {
  return statement(
    `SELECT line, if(place > {limit}, {other}, breakdown) AS shown,
       sumMap(keys, points).1 AS all_keys, sumMap(keys, points).2 AS all_points
     FROM ({ranked})
     GROUP BY line, shown`,
    {
      ranked: ranked(sources, ranking),
      limit: number(ranking.limit),
      other: array(Array.from({ length: ranking.parts }, () => text(OTHER_BREAKDOWN))),
    },
  );
}

/** One row per line and breakdown value, with its `place` in the ranking of the line. */
function ranked(
  sources: readonly Statement[],
  { total, ranksMissing = false }: BreakdownRanking,
): Statement {
  return statement(
    `SELECT line, breakdown, groupArray(key) AS keys, groupArray(value) AS points,
       row_number() OVER (PARTITION BY line ORDER BY {last}, {total} DESC, breakdown) AS place
     FROM ({sources}) GROUP BY line, breakdown`,
    {
      sources: unionAll(sources),
      total: total ?? expr('sum(value)'),
      last: ranksMissing
        ? number(0)
        : expr('has(breakdown, {missing})', { missing: text(NULL_BREAKDOWN) }),
    },
  );
}

/** The breakdown values of one line beyond the limit, which the marker of all others represents. */
export function otherValues(sources: readonly Statement[], ranking: BreakdownRanking): Statement {
  return statement('SELECT breakdown FROM ({ranked}) WHERE place > {limit}', {
    ranked: ranked(sources, ranking),
    limit: number(ranking.limit),
  });
}
