import type { Expr } from '@tidemark/hogql';
import { astBuilder } from '@tidemark/hogql';

/** Builds nodes of statements that no user wrote: they have no position in a text. */
export const ast = astBuilder({ start: 0, end: 0 });

export function text(value: string): Expr {
  return ast.constant(value);
}

export function number(value: number): Expr {
  return ast.constant(value);
}

export function array(exprs: readonly Expr[]): Expr {
  return { type: 'Array', exprs, start: 0, end: 0 };
}
