import type { InsightActorsQuery } from '@tidemark/contracts';
import type { Expr, Statement } from '@tidemark/hogql';
import { array, ast, text } from '../hogql-builders/ast';
import { OTHER_BREAKDOWN } from './markers';

export type AskedBreakdown = InsightActorsQuery['breakdown'];

/** The requested breakdown value as a list of texts; null when all values count. */
export function askedValues(breakdown: AskedBreakdown, missing: string): readonly string[] | null {
  if (breakdown === null || breakdown === undefined) return null;
  const values = Array.isArray(breakdown) ? breakdown : [breakdown];
  return values.map((value) => (value === '' ? missing : String(value)));
}

/**
 * Whether an event has the requested value. The marker of all others means exactly the values beyond the limit.
 *
 * @param breakdown the value of an event, or a column of it: a list of texts
 * @param others the values beyond the limit
 */
export function hasValue(breakdown: Expr, asked: readonly string[], others: () => Statement): Expr {
  if (asked.every((part) => part === OTHER_BREAKDOWN)) {
    return ast.compare('in', breakdown, others());
  }
  return ast.compare('==', breakdown, array(asked.map(text)));
}
