import type { Expr, Statement } from '@tidemark/hogql';
import { ast } from '../../hogql-builders/ast';
import { EVENTS, timestamp } from '../../hogql-builders/events';
import { expr, statement } from '../../hogql-builders/template';
import { actorOf } from '../../series/actor';
import type { Exposing } from './exposing';
import { exposes, firstExposure, markOf, NOT_SPLIT } from './exposing';

/** Events of a unit that a metric is about. */
export interface Gathered {
  readonly condition: Expr;
  /** The value of an event that is kept beside its timestamp. */
  readonly value: Expr;
}

/**
 * One row per unit that was exposed: `unit`, `variant`, `exposed_at`, `shown` (a list of breakdown values), and
 * `items0`, `items1`, …: lists of `(timestamp, value)` of the events that a metric is about, whenever they happened.
 *
 * Events are joined to the exposed units, which are held in memory: those of other units are not gathered.
 */
export function unitsStatement(exposing: Exposing, gathered: readonly Gathered[]): Statement {
  if (gathered.length === 0) return exposedUnits(exposing);
  const lists = gathered.map(
    (_, at) => `groupArrayIf(tuple(m.at, m.value${at}), m.is${at} = 1) AS items${at}`,
  );
  return statement(
    `SELECT u.unit AS unit, {variant} AS variant, any(u.exposed_at) AS exposed_at, {shown} AS shown,
       ${lists.join(', ')}
     FROM (SELECT * FROM ({events})) AS m RIGHT JOIN (SELECT * FROM ({units})) AS u ON m.unit = u.unit
     GROUP BY u.unit`,
    {
      events: eventsStatement(exposing, gathered),
      units: joinedUnits(exposing),
      variant: variantOfUnit(exposing),
      shown: shownOfUnit(exposing),
    },
  );
}

/** One row per unit that was exposed: `unit`, `variant`, `exposed_at`, `shown`. */
export function exposedUnits(exposing: Exposing): Statement {
  return statement('SELECT unit, {variant} AS variant, exposed_at, shown FROM ({units})', {
    units: joinedUnits(exposing),
    variant: namedVariant(exposing, expr('variant')),
  });
}

/** The exposed units for a join with their events: `exposedUnits` with variants that `variantOfUnit` reads. */
export function joinedUnits(exposing: Exposing): Statement {
  const isExposing = exposes(exposing);
  const rows = statement(
    `SELECT {unit} AS unit, {timestamp} AS at, {mark} AS mark FROM events AS ${EVENTS} WHERE {where}`,
    {
      unit: actorOf(exposing.exposure.groupTypeIndex).id,
      timestamp: timestamp(),
      mark: markOf(exposing, isExposing),
      where: ofUnits(exposing, isExposing),
    },
  );
  const { variant, first, exposedAt, shown } = exposureOfRows(exposing);
  const column = expr('first');
  return statement(
    `SELECT unit, variant, {exposedAt} AS exposed_at, {shown} AS shown
     FROM (SELECT unit, {variant} AS variant, {first} AS first FROM ({rows}) GROUP BY unit)`,
    { rows, variant, first, exposedAt: exposedAt(column), shown: shown(column) },
  );
}

/** The variant of a unit of the join with its events, an aggregate. */
export function variantOfUnit(exposing: Exposing): Expr {
  return namedVariant(exposing, expr('any(u.variant)'));
}

function namedVariant(exposing: Exposing, variant: Expr): Expr {
  return exposureOfRows(exposing).named(variant);
}

function exposureOfRows(exposing: Exposing): ReturnType<typeof firstExposure> {
  return firstExposure(exposing, null, 'toUnixTimestamp64Micro(at)');
}

/**
 * The breakdown values of a unit of the join with its events, an aggregate. Without breakdowns it is a constant, because
 * aggregating empty lists takes as long as aggregating values.
 */
export function shownOfUnit({ breakdown }: Pick<Exposing, 'breakdown'>): Expr {
  return breakdown.length === 0 ? NOT_SPLIT : expr('any(u.shown)');
}

/** A row per event: `unit`, `at`, and for each of the gathered whether it is one (`is0`) and its value (`value0`). */
export function eventsStatement(exposing: Exposing, gathered: readonly Gathered[]): Statement {
  // All rows are events of the only one, so that its condition is not computed again.
  const isOne = (at: number): string => (gathered.length === 1 ? '1' : `if({is${at}}, 1, 0)`);
  const columns = gathered.map((_, at) => `${isOne(at)} AS is${at}, {value${at}} AS value${at}`);
  return statement(
    `SELECT {unit} AS unit, {timestamp} AS at, ${columns.join(', ')} FROM events AS ${EVENTS} WHERE {where}`,
    {
      unit: actorOf(exposing.exposure.groupTypeIndex).id,
      timestamp: timestamp(),
      where: ofUnits(exposing, ast.or(gathered.map(({ condition }) => condition))),
      ...Object.fromEntries(
        gathered.flatMap(({ condition, value }, at) => [
          [`is${at}`, condition],
          [`value${at}`, value],
        ]),
      ),
    },
  );
}

/** The condition, of events that have a unit. */
function ofUnits({ exposure }: Exposing, condition: Expr): Expr {
  const { present } = actorOf(exposure.groupTypeIndex);
  return present === null ? condition : ast.and([present, condition]);
}
