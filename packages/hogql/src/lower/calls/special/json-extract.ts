import { HogQLError } from '../../../syntax/errors';
import { call, text } from '../../../clickhouse-sql/build';
import { UNKNOWN, typeOf } from '../../../types/value-type';
import { typed } from '../../scope/typed';
import type { Typed } from '../../scope/typed';
import { arg, constantText, special } from './special';
import type { SpecialCall, SpecialFunction } from './special';

/** The types that `JSONExtract` accepts: plain values, and arrays, maps and tuples of them. */
const EXTRACTABLE =
  /^(?:(?:Array|Tuple|Map|Nullable)\(|[),\s]|(?:String|Bool|Float(?:32|64)?|U?Int(?:8|16|32|64))(?![A-Za-z0-9_]))+$/;

const CONTAINER = /^(?:Array|Tuple|Map)\(/;

/** The engine has no nullable arrays: a missing JSON text is read as an empty one. */
function withoutNull([json, ...path]: readonly Typed[]): Typed[] {
  if (json === undefined) return [];
  if (!json.type.nullable) return [json, ...path];
  return [typed(call('ifNull', json.sql, text('')), typeOf('String')), ...path];
}

/** The type in the last argument. */
function extractedType(args: readonly Typed[], context: SpecialCall): string {
  const type = constantText(arg(args, args.length - 1), 'The type', context);
  if (EXTRACTABLE.test(type)) return type;
  throw new HogQLError(
    'hogql_query_error',
    `${context.node.name} cannot return the type '${type}'`,
    context.node,
  );
}

export const jsonExtract: readonly SpecialFunction[] = [
  special('JSONExtract', [2, 7], (args, context) => {
    const type = extractedType(args, context);
    const given = CONTAINER.test(type) ? withoutNull(args) : args;
    return typed(call('JSONExtract', ...given.map((item) => item.sql)), UNKNOWN);
  }),
  special('JSONExtractKeysAndValues', [2, 7], (args, context) => {
    extractedType(args, context);
    const sql = withoutNull(args).map((item) => item.sql);
    return typed(call('JSONExtractKeysAndValues', ...sql), typeOf('Array'));
  }),
  ...['JSONExtractArrayRaw', 'JSONExtractKeysAndValuesRaw', 'JSONExtractKeys'].map((name) =>
    special(name, [1, 6], (args) =>
      typed(call(name, ...withoutNull(args).map((item) => item.sql)), typeOf('Array', false)),
    ),
  ),
];
