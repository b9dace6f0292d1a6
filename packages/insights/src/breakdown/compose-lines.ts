import type { Expr, Statement } from '@tidemark/hogql';
import { array, number, text } from '../hogql-builders/ast';
import { expr, statement } from '../hogql-builders/template';
import { unionAll } from '../hogql-builders/union';
import { NULL_BREAKDOWN, OTHER_BREAKDOWN } from './markers';

/** How the breakdown values of a line are ranked before those beyond the limit are added up. */
export interface BreakdownRanking {
  /** Values that are shown; the others are added up. */
  readonly limit: number;
  /** Texts that a breakdown value consists of. */
  readonly parts: number;
  /** What a value ranks by, over its rows' `key` and `value`; their sum by default. */
  readonly total?: Expr;
  /** Values with a part missing rank by their total as all others do, not after them. */
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
 * One row per line and breakdown value. Values beyond the limit are added up under the marker of all
 * others: those without a value come after those with one, and larger totals first
 * (`docs/wire/insights-trends.md#breakdown-other` and `docs/wire/insights-trends.md#breakdown-empty`). Buckets whose
 * values add up to 0 are left out, as those without any are.
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

/** One row per line and breakdown value, with its `place` among the line's. */
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

/** The breakdown values of one line that are beyond the limit: those that its marker of all others stands for. */
export function otherValues(sources: readonly Statement[], ranking: BreakdownRanking): Statement {
  return statement('SELECT breakdown FROM ({ranked}) WHERE place > {limit}', {
    ranked: ranked(sources, ranking),
    limit: number(ranking.limit),
  });
}
