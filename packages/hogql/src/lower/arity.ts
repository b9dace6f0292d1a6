import type { Call } from '../ast';
import { HogQLError } from '../errors';

interface Arity {
  readonly name: string;
  readonly minArgs: number;
  readonly maxArgs: number;
}

function plural(count: number): string {
  return `${count} argument${count === 1 ? '' : 's'}`;
}

function expectation({ minArgs, maxArgs }: Arity, found: number): string {
  if (minArgs === maxArgs) return plural(minArgs);
  return found < minArgs ? `at least ${plural(minArgs)}` : `at most ${plural(maxArgs)}`;
}

/** Refuses a call with the wrong number of arguments, in the words of the original. */
export function checkArity(
  what: 'Function' | 'Aggregation',
  spec: Arity,
  found: number,
  node: Call,
): void {
  if (found >= spec.minArgs && found <= spec.maxArgs) return;
  throw new HogQLError(
    'hogql_query_error',
    `${what} '${node.name}' expects ${expectation(spec, found)}, found ${found}`,
    node,
  );
}
