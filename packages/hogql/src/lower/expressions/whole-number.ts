import type { Expr } from '../../syntax/ast';
import { HogQLError } from '../../syntax/errors';

/** The value of a constant or computed whole number that is not negative: row counts and offsets. */
export function wholeNumber(node: Expr, what: string): number {
  const value = calculated(node);
  if (value === null || !Number.isSafeInteger(value) || value < 0) {
    throw new HogQLError('hogql_query_error', `${what} must be a constant whole number`, node);
  }
  return value;
}

/** The value of a constant numeric expression; null if it is not known before the statement runs. */
export function calculated(node: Expr): number | null {
  if (node.type === 'Constant') {
    const { value } = node;
    return typeof value === 'number' || typeof value === 'bigint' ? Number(value) : null;
  }
  if (node.type !== 'ArithmeticOperation') return null;
  const [left, right] = [calculated(node.left), calculated(node.right)];
  if (left === null || right === null) return null;
  switch (node.op) {
    case '+':
      return left + right;
    case '-':
      return left - right;
    case '*':
      return left * right;
    case '/':
      return left / right;
    case '%':
      return left % right;
  }
}
