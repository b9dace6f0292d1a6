import type { Call } from '../../../syntax/ast';
import { HogQLError } from '../../../syntax/errors';
import type { Environment } from '../../scope/environment';
import type { Typed } from '../../scope/typed';

export interface SpecialCall {
  readonly env: Environment;
  readonly node: Call;
}

/** A function whose SQL depends on the types of its arguments or on the project. */
export interface SpecialFunction {
  readonly name: string;
  readonly minArgs: number;
  readonly maxArgs: number;
  readonly caseInsensitive: boolean;
  lower(args: readonly Typed[], call: SpecialCall): Typed;
}

export function special(
  name: string,
  [minArgs, maxArgs]: readonly [number, number],
  lower: SpecialFunction['lower'],
  caseInsensitive = false,
): SpecialFunction {
  return { name, minArgs, maxArgs, lower, caseInsensitive };
}

/** The argument at a position; the arity check has already verified that it exists. */
export function arg(args: readonly Typed[], index: number): Typed {
  const value = args[index];
  if (value === undefined) throw new Error(`Argument ${index} is missing`);
  return value;
}

export function constantText(value: Typed, what: string, { node }: SpecialCall): string {
  if (typeof value.constant === 'string') return value.constant;
  throw new HogQLError('hogql_query_error', `${what} must be constant text`, node);
}

/** The zone argument if given, else the project's. */
export function zoneArgument(args: readonly Typed[], index: number, call: SpecialCall): string {
  const value = args[index];
  return value === undefined ? call.env.context.zone : constantText(value, 'The time zone', call);
}
