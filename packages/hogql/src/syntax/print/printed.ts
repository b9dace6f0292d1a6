import type { Expr } from '../ast';

/** Text of a node and its binding power, which decides about parentheses around it. */
export interface Printed {
  readonly text: string;
  readonly power: number;
}

/** A whole query always needs parentheses inside an expression. */
export const QUERY_POWER = -1;

/** Prints a nested node, in parentheses when it binds more loosely than `minPower`. */
export interface Printer {
  nested(node: Expr, minPower: number): string;
  bare(node: Expr): Printed;
  list(nodes: readonly Expr[]): string;
}
