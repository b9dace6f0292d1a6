import type { Expr } from '../ast';
import { HogQLError } from '../errors';

/** The value of a constant whole number that is not negative: row counts and offsets. */
export function wholeNumber(node: Expr, what: string): number {
  const value = node.type === 'Constant' ? Number(node.value) : NaN;
  const numeric =
    node.type === 'Constant' && (typeof node.value === 'number' || typeof node.value === 'bigint');
  if (!numeric || !Number.isSafeInteger(value) || value < 0) {
    throw new HogQLError('hogql_query_error', `${what} must be a constant whole number`, node);
  }
  return value;
}
