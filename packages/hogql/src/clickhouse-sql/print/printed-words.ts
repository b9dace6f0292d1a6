import { reject } from './reject';

/** Allowed words between two sources and between two queries; nothing else can be printed there. */
const JOINS: ReadonlySet<string> = new Set([
  'INNER JOIN',
  'LEFT JOIN',
  'RIGHT JOIN',
  'FULL JOIN',
  'CROSS JOIN',
  'PASTE JOIN',
  'INNER ANY JOIN',
  'INNER ASOF JOIN',
  'LEFT SEMI JOIN',
  'LEFT ANTI JOIN',
  'LEFT ANY JOIN',
  'LEFT ASOF JOIN',
  'RIGHT SEMI JOIN',
  'RIGHT ANTI JOIN',
  'RIGHT ANY JOIN',
]);
const SET_OPERATORS: ReadonlySet<string> = new Set([
  'UNION ALL',
  'UNION DISTINCT',
  'INTERSECT',
  'INTERSECT DISTINCT',
  'EXCEPT',
]);

export function printJoin(type: string): string {
  return JOINS.has(type) ? type : reject(`the join ${type}`);
}

export function printSetOperator(operator: string): string {
  return SET_OPERATORS.has(operator) ? operator : reject(`the set operator ${operator}`);
}
