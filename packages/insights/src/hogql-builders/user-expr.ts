import type { Expr } from '@tidemark/hogql';
import { HogQLError, parseExpr } from '@tidemark/hogql';
import { InsightError } from '../insight/error';

/**
 * An expression that the user wrote into a field of the query.
 *
 * @throws InsightError when it is missing, or does not parse; positions in the message are those in the field, not in
 * the statement
 */
export function userExpr(source: string | null | undefined, field: string): Expr {
  if (source === null || source === undefined || source.trim() === '') {
    throw new InsightError('This needs an expression', field);
  }
  try {
    return parseExpr(source);
  } catch (error) {
    if (!(error instanceof HogQLError)) throw error;
    throw new InsightError(`In the expression: ${error.message}`, field);
  }
}
