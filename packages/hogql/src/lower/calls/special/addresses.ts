import { call, number, text } from '../../../clickhouse-sql/build';
import { typeOf } from '../../../types/value-type';
import { toText } from '../../operators/casts';
import { anyNullable, typed } from '../../scope/typed';
import { arg, special } from './special';
import type { SpecialFunction } from './special';

const IPV4 = String.raw`\b(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)\.){3}(?:25[0-5]|2[0-4]\d|1?\d?\d)\b`;

export const addresses: readonly SpecialFunction[] = [
  // The engine throws for an invalid address; here it is in no range.
  special('isIPAddressInRange', [2, 2], (args) => {
    const address = toText(arg(args, 0)).sql;
    const valid = call('or', call('isIPv4String', address), call('isIPv6String', address));
    const within = call(
      'isIPAddressInRange',
      call('if', valid, address, text('::')),
      arg(args, 1).sql,
    );
    return typed(call('if', valid, within, number(0)), typeOf('Boolean', anyNullable(args)));
  }),
  special('extractIPv4Substrings', [1, 1], (args) =>
    typed(call('extractAll', toText(arg(args, 0)).sql, text(IPV4)), typeOf('Array')),
  ),
];
