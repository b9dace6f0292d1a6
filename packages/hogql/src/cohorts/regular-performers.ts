import type { CohortBehavioralFilter } from '@tidemark/contracts';
import type { AstBuilder } from '../ast-build';
import type { Expr, SelectQuery } from '../ast';
import { momentExpr } from '../property-filters/moment';
import { happened, isEventOf, oftenEnough } from './behaviour-conditions';
import { fillTemplate } from './template';
import { back } from './time-window';

/** Periods in which nothing happened are none: "at most twice" means once or twice. */
const REGULAR = `
  select actor from (
    select e.person_id as actor,
      arrayCount(bound -> e.timestamp <= bound, {bounds}) as period
    from events as e where {where}
    group by actor, period having {often}
  ) group by actor having count() >= {least}`;

/** Who did it so often in at least so many of the last periods, which count back from the calculation. */
export function regularPerformers(
  filter: CohortBehavioralFilter,
  now: Date,
  ast: AstBuilder,
): SelectQuery {
  const { time_value: length, time_interval: unit, total_periods: total } = filter;
  const ends = Array.from({ length: total ?? 1 }, (_, index) =>
    back(now, (index + 1) * (length ?? 1), unit ?? 'day'),
  );
  const oldest = ends.at(-1) ?? now;
  const { start, end } = ast.constant(null);
  const bounds: Expr = {
    type: 'Array',
    exprs: ends.slice(0, -1).map((moment) => momentExpr(moment, ast)),
    start,
    end,
  };
  const where = ast.and([
    isEventOf(filter, now, ast),
    happened('>', oldest, ast),
    happened('<=', now, ast),
  ]);
  return fillTemplate(REGULAR, {
    bounds,
    where,
    often: oftenEnough(filter, ast),
    least: ast.constant(filter.min_periods ?? 1),
  });
}
