/** An expression and its result. */
export type FunctionCase = readonly [expression: string, expected: unknown];

export interface AggregateCase {
  readonly name: string;
  /** The parameters, with their parentheses. */
  readonly params?: string;
  readonly args: readonly string[];
  /** An expression that makes the result comparable; `@` stands for the call. */
  readonly around?: string;
  readonly expected: unknown;
}
