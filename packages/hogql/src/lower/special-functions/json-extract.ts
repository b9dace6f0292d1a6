import { HogQLError } from '../../errors';
import { call } from '../../sql/build';
import { UNKNOWN } from '../../types/value-type';
import { typed } from '../typed';
import { arg, constantText, special } from './special';
import type { SpecialFunction } from './special';

/** The types `JSONExtract` may be asked for: plain values, and arrays, maps and tuples of them. */
const EXTRACTABLE =
  /^(?:(?:Array|Tuple|Map|Nullable)\(|[),\s]|(?:String|Bool|Float(?:32|64)|U?Int(?:8|16|32|64))(?![A-Za-z0-9_]))+$/;

export const jsonExtract: readonly SpecialFunction[] = [
  special('JSONExtract', [2, 7], (args, context) => {
    const type = constantText(arg(args, args.length - 1), 'The type', context);
    if (!EXTRACTABLE.test(type)) {
      throw new HogQLError(
        'hogql_query_error',
        `JSONExtract cannot return the type '${type}'`,
        context.node,
      );
    }
    return typed(call('JSONExtract', ...args.map((item) => item.sql)), UNKNOWN);
  }),
];
