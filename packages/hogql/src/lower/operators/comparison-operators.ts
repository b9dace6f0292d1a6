import type { CompareOp } from '../../syntax/ast';
import type { SqlExpr } from '../../clickhouse-sql/nodes';

/** Comparisons of two values; IN has its own rules. */
export type ScalarCompareOp = Exclude<CompareOp, 'in' | 'not in' | 'in cohort' | 'not in cohort'>;

export const ENGINE_COMPARISONS: Readonly<Record<ScalarCompareOp, string>> = {
  '==': 'equals',
  '!=': 'notEquals',
  '<': 'less',
  '<=': 'lessOrEquals',
  '>': 'greater',
  '>=': 'greaterOrEquals',
  like: 'like',
  'not like': 'notLike',
  ilike: 'ilike',
  'not ilike': 'notILike',
  '=~': 'match',
  '=~*': 'match',
  '!~': 'match',
  '!~*': 'match',
};

export const ORDERING: ReadonlySet<ScalarCompareOp> = new Set(['<', '<=', '>', '>=']);

const EQUALITY: ReadonlySet<ScalarCompareOp> = new Set(['==', '!=']);

/** Whether an operator compares text for all types of operands: LIKE and regular expressions. */
export function isTextOperator(op: ScalarCompareOp): boolean {
  return !ORDERING.has(op) && !EQUALITY.has(op);
}

/** One side of a comparison after coercion. */
export interface ComparisonSide {
  readonly sql: SqlExpr;
  readonly nullable: boolean;
  readonly constant: boolean;
  readonly isNull: boolean;
}
