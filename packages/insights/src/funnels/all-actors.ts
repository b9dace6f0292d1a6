import type { FunnelsQuery } from '@tidemark/contracts';
import type { Statement } from '@tidemark/hogql';
import type { BreakdownPlan } from '../breakdown/parts';
import { breakdownValues } from '../breakdown/value-expr';
import type { DateRange } from '../date-range/resolve-date-range';
import type { InsightContext } from '../insight-context';
import { EVENTS } from '../series/condition';
import { array, ast, number, text } from '../sql/ast';
import { statement } from '../sql/template';
import { unionAll } from '../sql/union';
import { funnelActors } from './actors';
import { funnelScan } from './scan';
import type { FunnelSettings } from './settings';

/** Rows of all actors; with a breakdown by cohorts one funnel for each of them. */
export function actorsOf(
  query: FunnelsQuery,
  settings: FunnelSettings,
  range: DateRange,
  breakdown: BreakdownPlan,
  context: InsightContext,
): Statement {
  if (breakdown.kind !== 'cohorts') {
    const values =
      breakdown.kind === 'none' ? null : breakdownValues(breakdown.parts, ast.constant(true), '');
    const scan = funnelScan(query, settings, range, context, { breakdown: values, more: [] });
    return funnelActors(scan, settings, range);
  }
  return unionAll(
    breakdown.cohorts.map((cohort) => {
      const more =
        cohort === 'all'
          ? []
          : [ast.compare('in cohort', ast.field(EVENTS, 'person_id'), number(cohort))];
      const scan = funnelScan(query, settings, range, context, { breakdown: null, more });
      return statement(
        'SELECT actor, {shown} AS shown, period, level, start, times FROM ({actors})',
        {
          shown: array([text(String(cohort === 'all' ? 0 : cohort))]),
          actors: funnelActors(scan, settings, range),
        },
      );
    }),
  );
}
