import type { ExperimentSource } from '@tidemark/contracts';
import type { Expr, Statement } from '@tidemark/hogql';
import { timestampExpr } from '@tidemark/hogql';
import { ast, number } from '../../hogql-builders/ast';
import { expr, statement } from '../../hogql-builders/template';
import type { ExperimentPlan } from '../plan/experiment-plan';
import { metricEvents } from './metric-events';
import { unitsStatement } from './units';
import type { ValueOfUnit } from './value-of-unit';
import { valueOfUnit } from './value-of-unit';

/** A number that units get: by which name, from which of the sources, from which of their events. */
interface Wanted {
  readonly name: string;
  readonly from: number;
  /** Picks items of a unit. */
  readonly counts: Expr;
}

const OF_UNIT = ['unit', 'variant', 'shown', 'exposed_at'];

/**
 * One row per unit: `unit`, `variant`, `shown`, `exposed_at`, and a number of each source: `v0`, `v1`; with CUPED
 * the `covariate` of the first, which is the same of the days before.
 *
 * @param sources with their places in the query
 * @throws InsightError
 */
export function valuesStatement(
  plan: ExperimentPlan,
  sources: readonly (readonly [ExperimentSource, field: string])[],
): Statement {
  const made = sources.map(([source, field]) => valueOfUnit(source, field));
  const units = unitsStatement(
    plan,
    sources.map(([source, field], at) => {
      const { item, isNumber, present } = made[at] as ValueOfUnit;
      const events = metricEvents(source, plan, field);
      const condition = present === null ? events : ast.and([events, present]);
      return { condition, value: item, isNumber };
    }),
  );
  const { lookbackDays } = plan;
  const wanted: Wanted[] = [
    ...made.map((value, at) => ({ name: `v${at}`, from: at, counts: isInWindow(plan, value) })),
    ...made.slice(0, lookbackDays === null ? 0 : 1).map((value) => ({
      name: 'covariate',
      from: 0,
      counts: isBefore(lookbackDays ?? 0, value),
    })),
  ];
  return wanted.reduce<Statement>(
    (rows, one, at) =>
      withValue(
        rows,
        one,
        wanted.slice(0, at).map(({ name }) => name),
        // Items are carried along for as long as a value is made of them.
        [...new Set(wanted.slice(at + 1).map(({ from }) => `items${from}`))],
        made[one.from] as ValueOfUnit,
      ),
    maturedUnits(units, plan),
  );
}

/** The events of a unit from its exposure to the end of its window. */
function isInWindow({ window }: ExperimentPlan, value: ValueOfUnit): Expr {
  const exposed = expr('exposed_at');
  const isAfter = ast.compare('>=', expr('item.1'), timeOfItems(exposed, value));
  if (window === null) return isAfter;
  const end = expr('addSeconds(exposed_at, {window})', { window: number(window) });
  return ast.and([isAfter, ast.compare('<', expr('item.1'), timeOfItems(end, value))]);
}

function isBefore(days: number, value: ValueOfUnit): Expr {
  const start = expr('subtractDays(exposed_at, {days})', { days: number(days) });
  return ast.and([
    ast.compare('<', expr('item.1'), timeOfItems(expr('exposed_at'), value)),
    ast.compare('>=', expr('item.1'), timeOfItems(start, value)),
  ]);
}

/** A timestamp in the form that the items of a unit have it. */
function timeOfItems(time: Expr, { isNumber }: ValueOfUnit): Expr {
  return isNumber ? ast.call('toUnixTimestamp64Micro', time) : time;
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

function withValue(
  rows: Statement,
  { name, from, counts }: Wanted,
  known: readonly string[],
  later: readonly string[],
  { made }: ValueOfUnit,
): Statement {
  const kept = [...OF_UNIT, ...known, ...later];
  const items = expr(`arrayFilter(item -> {counts}, items${from})`, { counts });
  if (made.from === 'list') {
    const inner = [...new Set([...kept, `items${from}`])];
    return statement(
      `SELECT ${kept.join(', ')}, toFloat(${made.sql}) AS ${name}
       FROM (SELECT ${inner.join(', ')}, {items} AS items FROM ({rows}))`,
      { items, rows },
    );
  }
  // A unit without events has one row, whose value is missing: aggregates skip it. One value that is infinite or NaN
  // would make the sums of all units meaningless.
  const one = expr('arrayJoin(if(empty({items}), [tuple(exposed_at, NULL)], {items}))', { items });
  return statement(
    `SELECT unit, ${kept
      .slice(1)
      .map((column) => `any(t.${column}) AS ${column}`)
      .join(
        ', ',
      )}, if(isFinite(ifNull(toFloat({call}), 0)), ifNull(toFloat({call}), 0), 0) AS ${name}
     FROM (SELECT ${kept.join(', ')}, {one} AS item FROM ({rows})) AS t
     GROUP BY unit`,
    { call: made.call(expr('t.item.2')), one, rows },
  );
}
