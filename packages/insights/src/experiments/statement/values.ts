import type { ExperimentSource } from '@tidemark/contracts';
import type { Expr, Statement } from '@tidemark/hogql';
import { timestampExpr } from '@tidemark/hogql';
import { ast, number } from '../../hogql-builders/ast';
import { expr, statement } from '../../hogql-builders/template';
import type { ExperimentPlan } from '../plan/experiment-plan';
import { metricEvents } from './metric-events';
import { eventsStatement, exposedUnits } from './units';
import type { ValueOfUnit } from './value-of-unit';
import { valueOfUnit } from './value-of-unit';

/**
 * One row per unit: `unit`, `variant`, `shown`, and a number of each source: `v0`, `v1`; with CUPED the `covariate` of
 * the first, which is the same of the days before.
 *
 * Events are joined to the exposed units, which are held in memory, and aggregated: none is kept.
 *
 * @param sources with their places in the query
 * @throws InsightError
 */
export function valuesStatement(
  plan: ExperimentPlan,
  sources: readonly (readonly [ExperimentSource, field: string])[],
): Statement {
  const values = sources.map(([source, field]) => valueOfUnit(source, field));
  const events = eventsStatement(
    plan,
    sources.map(([source, field], at) => {
      const { item, present } = values[at] as ValueOfUnit;
      const counts = metricEvents(source, plan, field);
      return { condition: present === null ? counts : ast.and([counts, present]), value: item };
    }),
  );
  const { lookbackDays } = plan;
  const columns = values.map((value, at): readonly [string, Expr] => [
    `v${at}`,
    aggregate(value, at, isInWindow(plan)),
  ]);
  if (lookbackDays !== null) {
    columns.push(['covariate', aggregate(values[0] as ValueOfUnit, 0, isBefore(lookbackDays))]);
  }
  return statement(
    `SELECT u.unit AS unit, any(u.variant) AS variant, any(u.shown) AS shown,
       ${columns.map(([name]) => `{${name}} AS ${name}`).join(', ')}
     FROM (SELECT * FROM ({events})) AS m RIGHT JOIN (SELECT * FROM ({units})) AS u ON m.unit = u.unit
     GROUP BY u.unit`,
    { ...Object.fromEntries(columns), events, units: maturedUnits(exposedUnits(plan), plan) },
  );
}

/** The number of a unit from its events of one source that are in a range of time. */
function aggregate(value: ValueOfUnit, source: number, isInRange: Expr): Expr {
  const counts = ast.and([expr(`m.is${source} = 1`), isInRange]);
  return value.aggregate(expr(`m.value${source}`), counts);
}

/** From the exposure to the end of the window. */
function isInWindow({ window }: ExperimentPlan): Expr {
  if (window === null) return expr('m.at >= u.exposed_at');
  return expr('m.at >= u.exposed_at AND m.at < addSeconds(u.exposed_at, {window})', {
    window: number(window),
  });
}

function isBefore(days: number): Expr {
  return expr('m.at < u.exposed_at AND m.at >= subtractDays(u.exposed_at, {days})', {
    days: number(days),
  });
}

/** Leaves out units whose window has not ended, if those are not to count. */
function maturedUnits(units: Statement, { window, maturedAt }: ExperimentPlan): Statement {
  if (maturedAt === null || window === null) return units;
  return statement('SELECT * FROM ({units}) WHERE addSeconds(exposed_at, {window}) <= {now}', {
    units,
    window: number(window),
    now: timestampExpr(maturedAt, ast),
  });
}
