import type { ArithmeticOp, Call, CompareOp, Expr, Placeholder } from '../syntax/ast';
import { mapTree } from '../syntax/map-tree';
import { HogQLError } from '../syntax/errors';
import { isSame, isTruthy, order, PLACEHOLDER_FUNCTIONS } from './placeholder-functions';

/** The value of a name between braces; undefined if there is none. */
export type PlaceholderNames = (chain: readonly (string | number)[]) => unknown;

/** The value of an expression in braces: a plain value, or the part of the statement in `sql(...)`. */
export type PlaceholderOutcome = { readonly value: unknown } | { readonly sql: Expr };

/**
 * Evaluates `{1 + 2}`, `{variables.strict ? sql(event = 'a') : sql(1)}` (`docs/wire/hogql.md#placeholders`):
 * constants, given values, comparisons, logic, arithmetic, `? :`, `??` and a few functions. Only the chosen branch is
 * evaluated.
 *
 * @throws HogQLError for a name without a value, and for expressions that only a statement can contain
 */
export function placeholderOutcome(
  { expr }: Placeholder,
  names: PlaceholderNames,
): PlaceholderOutcome {
  const outcome = (node: Expr): PlaceholderOutcome => {
    if (node.type === 'Placeholder') return outcome(node.expr);
    if (node.type !== 'Call') return { value: plain(node) };
    const [first, ...rest] = node.args;
    if (node.name === 'sql') return { sql: only(node) };
    if (node.name === 'if' && first !== undefined && rest.length === 2) {
      const chosen = isTruthy(plain(first)) ? rest[0] : rest[1];
      if (chosen !== undefined) return outcome(chosen);
    }
    return { value: called(node) };
  };
  const called = (node: Call): unknown => {
    const calculate = PLACEHOLDER_FUNCTIONS.get(node.name);
    if (calculate === undefined) throw unsupported(node, `${node.name}()`);
    return calculate(node.args.map(plain));
  };
  const plain = (node: Expr): unknown => {
    switch (node.type) {
      case 'Constant':
        return typeof node.value === 'bigint' ? Number(node.value) : node.value;
      case 'Field':
        return named(node.chain, names, node);
      case 'Array':
      case 'Tuple':
        return node.exprs.map(plain);
      case 'And':
        return node.exprs.every((part) => isTruthy(plain(part)));
      case 'Or':
        return node.exprs.some((part) => isTruthy(plain(part)));
      case 'Not':
        return !isTruthy(plain(node.expr));
      case 'CompareOperation':
        return compared(node.op, plain(node.left), plain(node.right), node);
      case 'ArithmeticOperation':
        return calculated(node.op, plain(node.left), plain(node.right), node);
      case 'Placeholder':
      case 'Call': {
        const result = outcome(node);
        if ('value' in result) return result.value;
        throw unsupported(node, 'sql(...) as a part of a value');
      }
      default:
        throw unsupported(node, 'this');
    }
  };
  return outcome(expr);
}

function named(chain: readonly (string | number)[], names: PlaceholderNames, at: Expr): unknown {
  const value = names(chain);
  if (value !== undefined) return value;
  throw new HogQLError('hogql_query_error', `Unresolved placeholder: {${chain.join('.')}}`, at);
}

function only(node: Call): Expr {
  const [expr, ...more] = node.args;
  if (expr !== undefined && more.length === 0) return expr;
  throw new HogQLError('hogql_query_error', 'sql() in a placeholder takes one expression', node);
}

function compared(op: CompareOp, left: unknown, right: unknown, at: Expr): boolean {
  switch (op) {
    case '==':
      return isSame(left, right);
    case '!=':
      return !isSame(left, right);
    case 'in':
      return Array.isArray(right) && right.some((item) => isSame(left, item));
    case 'not in':
      return !(Array.isArray(right) && right.some((item) => isSame(left, item)));
    case '<':
    case '<=':
    case '>':
    case '>=':
      return ordered(op, order(left, right));
    default:
      throw unsupported(at, op.toUpperCase());
  }
}

function ordered(op: '<' | '<=' | '>' | '>=', by: number | null): boolean {
  if (by === null) return false;
  if (op === '<') return by < 0;
  if (op === '>') return by > 0;
  return op === '<=' ? by <= 0 : by >= 0;
}

const ARITHMETIC: Readonly<Record<ArithmeticOp, (a: number, b: number) => number>> = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '/': (a, b) => a / b,
  '%': (a, b) => a % b,
};

function calculated(op: ArithmeticOp, left: unknown, right: unknown, at: Expr): number | null {
  if (left === null || right === null) return null;
  if (typeof left !== 'number' || typeof right !== 'number') {
    throw new HogQLError('hogql_query_error', `${op} in a placeholder takes two numbers`, at);
  }
  const result = ARITHMETIC[op](left, right);
  return Number.isFinite(result) ? result : null;
}

function unsupported(at: Expr, what: string): HogQLError {
  return new HogQLError(
    'hogql_not_implemented',
    `A placeholder cannot calculate ${what}: put expressions of the statement into sql(...)`,
    at,
  );
}

/**
 * Replaces the names of an expression in braces by `replace`; names in `sql(...)` belong to the statement, except in
 * placeholders of their own.
 */
export function mapPlaceholderNames(
  expr: Expr,
  replace: (chain: readonly (string | number)[], at: Expr) => Expr | null,
): Expr {
  return mapTree<Expr>(expr, (node) => {
    if (isCallOfSql(node)) {
      const args = mapTree(node.args, (inner) =>
        isPlaceholder(inner) ? { ...inner, expr: mapPlaceholderNames(inner.expr, replace) } : null,
      );
      return { ...node, args };
    }
    return isField(node) ? replace(node.chain, node) : null;
  });
}

interface TreeNode {
  readonly type: string;
}

function isCallOfSql(node: TreeNode): node is Call {
  return node.type === 'Call' && (node as Call).name === 'sql';
}

function isField(node: TreeNode): node is Expr & { type: 'Field' } {
  return node.type === 'Field';
}

function isPlaceholder(node: TreeNode): node is Placeholder {
  return node.type === 'Placeholder';
}
