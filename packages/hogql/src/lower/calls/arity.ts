import type { Call } from '../../syntax/ast';
import { HogQLError } from '../../syntax/errors';

interface Arity {
  readonly name: string;
  readonly minArgs: number;
  readonly maxArgs: number;
}

interface ParamArity {
  readonly minParams: number;
  readonly maxParams: number;
}

function expectation(min: number, max: number, found: number, what: string): string {
  const plural = (count: number): string => `${count} ${what}${count === 1 ? '' : 's'}`;
  if (min === max) return plural(min);
  return found < min ? `at least ${plural(min)}` : `at most ${plural(max)}`;
}

/** Rejects a call with the wrong number of arguments, with PostHog's message. */
export function checkArity(
  what: 'Function' | 'Aggregation',
  spec: Arity,
  found: number,
  node: Call,
): void {
  if (found >= spec.minArgs && found <= spec.maxArgs) return;
  throw new HogQLError(
    'hogql_query_error',
    `${what} '${node.name}' expects ${expectation(spec.minArgs, spec.maxArgs, found, 'argument')}, found ${found}`,
    node,
  );
}

/** Rejects a wrong number of parameters in the first parentheses of an aggregation: `quantile(0.9)(x)`. */
export function checkParams({ minParams, maxParams }: ParamArity, node: Call): void {
  const reject = (problem: string): HogQLError =>
    new HogQLError('hogql_query_error', `Aggregation '${node.name}' ${problem}`, node);
  if (node.params === null) {
    if (minParams > 0) throw reject('requires parameters in addition to arguments');
    return;
  }
  const found = node.params.length;
  if (found >= minParams && found <= maxParams) return;
  if (maxParams === 0) throw reject('does not accept parameters');
  throw reject(`expects ${expectation(minParams, maxParams, found, 'parameter')}, found ${found}`);
}
