import type { Call, WindowFunction } from '../syntax/ast';
import { HogQLError } from '../syntax/errors';

/**
 * Functions that count NULLs, by the aggregation they replace. By default, and with IGNORE NULLS, all aggregations
 * skip NULLs.
 */
const RESPECTING: ReadonlyMap<string, string> = new Map([
  ['any', 'any_respect_nulls'],
  ['anyLast', 'anyLast_respect_nulls'],
  ['first_value', 'first_value_respect_nulls'],
  ['last_value', 'last_value_respect_nulls'],
]);

/** Names of the engine's functions that RESPECT NULLS selects. */
export const RESPECTING_FUNCTIONS: readonly string[] = [...RESPECTING.values()].flatMap((name) => [
  name,
  `${name}If`,
]);

/** Window functions that always count NULLs. */
const SEEING: ReadonlySet<string> = new Set(['lagInFrame', 'leadInFrame', 'nth_value']);

type Treated = Pick<Call | WindowFunction, 'name' | 'nulls' | 'start' | 'end'>;

/**
 * The engine's function for `f(x) IGNORE NULLS` or `RESPECT NULLS`, given the name without it.
 * @throws HogQLError where the engine does not support it
 */
export function treatingNulls(engine: string, node: Treated, isAggregate: boolean): string {
  const treatment = node.nulls ?? null;
  if (treatment === null) return engine;
  const respecting = RESPECTING.get(engine);
  if (treatment === 'RESPECT') {
    if (respecting !== undefined) return respecting;
    if (SEEING.has(engine)) return engine;
  } else if (isAggregate || respecting !== undefined) {
    return engine;
  }
  throw new HogQLError(
    'hogql_not_implemented',
    `${treatment} NULLS is not supported for '${node.name}'`,
    node,
  );
}
