import type { SeriesMath } from '@tidemark/contracts';
import type { Expr } from '@tidemark/hogql';
import { ast } from '../../hogql-builders/ast';
import { EVENTS } from '../../hogql-builders/events';
import { expr } from '../../hogql-builders/template';
import { actorOf } from '../../series/actor';
import { mathValue } from '../../series/property-value';
import type { Line } from '../plan/lines';
import { STATISTICS, isStatistic } from '../plan/math';
import type { Scan } from '../plan/scans';
import { countedGroup } from '../plan/scans';

/** A statistic of `value`, over the rows that match `condition` if there is one; 0 if there are no rows. */
export function statistic(math: string, value: Expr, condition: Expr | null = null): Expr {
  const { name, level } = STATISTICS[math] ?? { name: 'avg' };
  const parameters = level === undefined ? '' : `(${level})`;
  return condition === null
    ? expr(`ifNull(${name}${parameters}({value}), 0)`, { value })
    : expr(`ifNull(${name}If${parameters}({value}, {condition}), 0)`, { value, condition });
}

/**
 * The value of a line as one aggregate over the events of its scan. `condition` selects the line's events among them;
 * null when all belong to it.
 */
export function aggregateOf(line: Line, scan: Scan, condition: Expr | null): Expr {
  const math: SeriesMath = line.node.math ?? 'total';
  switch (math) {
    case 'unique_session':
      // All events without a session count as one.
      return distinct(expr("ifNull(toString({id}), '')", { id: sessionId() }), condition);
    case 'dau':
    case 'weekly_active':
    case 'monthly_active':
    case 'unique_group': {
      const { id, present } = actorOf(countedGroup(line, scan));
      return distinct(id, bothOf(condition, present));
    }
    default:
      if (isStatistic(math)) {
        return statistic(math, mathValue(line.node, line.field), condition);
      }
      return condition === null ? expr('count()') : expr('countIf({condition})', { condition });
  }
}

function distinct(value: Expr, condition: Expr | null): Expr {
  return condition === null
    ? expr('uniqExact({value})', { value })
    : expr('uniqExactIf({value}, {condition})', { value, condition });
}

function bothOf(one: Expr | null, other: Expr | null): Expr | null {
  if (one === null || other === null) return one ?? other;
  return ast.and([one, other]);
}

export function sessionId(): Expr {
  return ast.field(EVENTS, '$session_id');
}
