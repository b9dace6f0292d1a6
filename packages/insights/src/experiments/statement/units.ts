import type { Expr, Statement } from '@tidemark/hogql';
import { ast } from '../../hogql-builders/ast';
import { EVENTS, timestamp } from '../../hogql-builders/events';
import { expr, statement } from '../../hogql-builders/template';
import { actorOf } from '../../series/actor';
import type { Exposing } from './exposing';
import { exposes, firstExposure, markOf } from './exposing';

/** Events of a unit that a metric is about. */
export interface Gathered {
  readonly condition: Expr;
  /** The values of an event that are kept beside its timestamp. */
  readonly value: Expr;
}

/**
 * One row per unit that was exposed: `unit`, `variant`, `exposed_at`, `shown` (a list of breakdown values), and
 * `items0`, `items1`, …: lists of `(timestamp, value)` of the events that a metric is about, whenever they happened.
 */
export function unitsStatement(exposing: Exposing, gathered: readonly Gathered[]): Statement {
  const { id, present } = actorOf(exposing.exposure.groupTypeIndex);
  const isExposing = exposes(exposing);
  const read = ast.or([isExposing, ...gathered.map(({ condition }) => condition)]);
  const columns = gathered.map(
    (_, at) => `if({is${at}}, 1, 0) AS is${at}, {value${at}} AS value${at}`,
  );
  const rows = statement(
    `SELECT ${['{unit} AS unit', '{timestamp} AS at', 'if({exposes}, 1, 0) AS exposes', '{mark} AS mark', ...columns].join(', ')}
     FROM events AS ${EVENTS} WHERE {where}`,
    {
      unit: id,
      timestamp: timestamp(),
      exposes: isExposing,
      mark: markOf(exposing, isExposing),
      where: present === null ? read : ast.and([present, read]),
      ...Object.fromEntries(
        gathered.flatMap(({ condition, value }, at) => [
          [`is${at}`, condition],
          [`value${at}`, value],
        ]),
      ),
    },
  );
  const exposed = firstExposure(exposing, 'exposes = 1', 'toUnixTimestamp64Micro(at)');
  const { variant, first, exposedAt, shown } = exposed;
  const column = expr('first');
  const names = gathered.map((_, at) => `items${at}`);
  const lists = names.map(
    (name, at) => `groupArrayIf(tuple(at, value${at}), is${at} = 1) AS ${name}`,
  );
  return statement(
    `SELECT ${['unit', 'variant', '{exposedAt} AS exposed_at', '{shown} AS shown', ...names].join(', ')}
     FROM (
       SELECT ${['unit', '{variant} AS variant', '{first} AS first', ...lists].join(', ')}
       FROM ({rows}) GROUP BY unit HAVING max(exposes) = 1
     )`,
    { rows, variant, first, exposedAt: exposedAt(column), shown: shown(column) },
  );
}
