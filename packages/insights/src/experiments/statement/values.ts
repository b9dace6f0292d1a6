import type { ExperimentSource } from '@tidemark/contracts';
import type { Expr, Statement } from '@tidemark/hogql';
import { timestampExpr } from '@tidemark/hogql';
import { ast, number } from '../../hogql-builders/ast';
import { expr, statement } from '../../hogql-builders/template';
import type { ExperimentPlan } from '../plan/experiment-plan';
import { metricEvents } from './metric-events';
import { eventsStatement, joinedUnits, shownOfUnit, variantOfUnit } from './units';
import type { ValueOfUnit } from './value-of-unit';
import { valueOfUnit } from './value-of-unit';

/** A number that units get from events. */
interface NumberOfUnit {
  readonly value: ValueOfUnit;
  /** Whether an event can count. */
  readonly events: Expr;
}

/**
 * `numbersStatement` of the sources of a metric, none of which is a property of sessions.
 *
 * @param sources with their places in the query
 * @throws InsightError
 */
export function valuesStatement(
  plan: ExperimentPlan,
  sources: readonly (readonly [ExperimentSource, field: string])[],
): Statement {
  return numbersStatement(
    plan,
    sources.map(([source, field]) => ({
      value: valueOfUnit(source, field),
      events: metricEvents(source, plan, field),
    })),
  );
}

/**
 * One row per unit: `unit`, `variant`, `shown`, and the numbers `v0`, `v1`; with CUPED the `covariate` of the first,
 * which is the same of the days before.
 *
 * Events are joined to the exposed units, which are held in memory, and aggregated: none is kept.
 */
export function numbersStatement(
  plan: ExperimentPlan,
  numbers: readonly NumberOfUnit[],
): Statement {
  const values = numbers.map(({ value }) => value);
  const events = eventsStatement(
    plan,
    numbers.map(({ value: { item, present }, events: counts }) => ({
      condition: present === null ? counts : ast.and([counts, present]),
      value: item,
    })),
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
    `SELECT u.unit AS unit, {variant} AS variant, {shown} AS shown,
       ${columns.map(([name]) => `{${name}} AS ${name}`).join(', ')}
     FROM (SELECT * FROM ({events})) AS m RIGHT JOIN (SELECT * FROM ({units})) AS u ON m.unit = u.unit
     GROUP BY u.unit`,
    {
      ...Object.fromEntries(columns),
      events,
      units: maturedUnits(joinedUnits(plan), plan),
      variant: variantOfUnit(plan),
      shown: shownOfUnit(plan),
    },
  );
}

/** The number of a unit from its events of one source that are in a range of time. */
function aggregate(value: ValueOfUnit, source: number, isInRange: Expr): Expr {
  const counts = ast.and([expr(`m.is${source} = 1`), isInRange]);
  return value.aggregate(expr(`m.value${source}`), counts);
}

/** From the exposure to the end of the window. */
export function isInWindow({ window }: ExperimentPlan): Expr {
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
export function maturedUnits(units: Statement, { window, maturedAt }: ExperimentPlan): Statement {
  if (maturedAt === null || window === null) return units;
  return statement('SELECT * FROM ({units}) WHERE addSeconds(exposed_at, {window}) <= {now}', {
    units,
    window: number(window),
    now: timestampExpr(maturedAt, ast),
  });
}
