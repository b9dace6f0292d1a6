import type { TryCast, TypeCast } from '../../syntax/ast';
import { HogQLError } from '../../syntax/errors';
import {
  toBoolean,
  toDay,
  toDecimal,
  toFloat,
  toInteger,
  toTimestamp,
  toText,
  toUuid,
} from './casts';
import type { Typed } from '../scope/typed';

type Cast = (value: Typed, zone: string) => Typed;

const DECIMAL_SCALE = 10;

function forNames(names: string, cast: Cast): [string, Cast][] {
  return names.split(' ').map((name) => [name, cast]);
}

/** Names of several words. */
const LONG_NAMES: readonly [string, Cast][] = [
  ['double precision', toFloat],
  ['timestamp with time zone', toTimestamp],
  ['timestamp with local time zone', toTimestamp],
];

const CASTS: ReadonlyMap<string, Cast> = new Map([
  ...forNames(
    'int integer bigint smallint tinyint int8 int16 int32 int64 uint8 uint16 uint32 uint64',
    toInteger,
  ),
  ...forNames('float double real float32 float64', toFloat),
  ...forNames('decimal numeric', (value) => toDecimal(value, DECIMAL_SCALE)),
  ...forNames('string text varchar char', toText),
  ...forNames('bool boolean', toBoolean),
  ...forNames('date date32', toDay),
  ...forNames('datetime datetime64 timestamp timestamptz', toTimestamp),
  ...forNames('uuid', toUuid),
  ...LONG_NAMES,
]);

/** `x::T`, `CAST(x AS T)` and `TRY_CAST(x AS T)` become the non-throwing conversion of that type. */
export function lowerTypeCast(node: TypeCast | TryCast, value: Typed, zone: string): Typed {
  const cast = CASTS.get(node.typeName.toLowerCase());
  if (cast === undefined) {
    throw new HogQLError(
      'hogql_not_implemented',
      `Casting to ${node.typeName} is not supported`,
      node,
    );
  }
  return cast(value, zone);
}
