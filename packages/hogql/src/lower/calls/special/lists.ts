import { HogQLError } from '../../../syntax/errors';
import { call, text } from '../../../clickhouse-sql/build';
import { typeOf, UNKNOWN } from '../../../types/value-type';
import { toText } from '../../operators/casts';
import { typed } from '../../scope/typed';
import { arg, constantText, special } from './special';
import type { SpecialFunction } from './special';

/** Aggregations that `arrayReduce` accepts; the engine would accept any name. */
const REDUCERS: ReadonlySet<string> = new Set(
  ['count', 'sum', 'min', 'max', 'avg', 'median', 'uniq', 'any', 'anyLast'].flatMap((name) => [
    name,
    `${name}Map`,
    `${name}State`,
  ]),
);

export const lists: readonly SpecialFunction[] = [
  special('arrayReduce', [2, Infinity], (args, context) => {
    const [name, ...arrays] = args;
    const reducer = name === undefined ? '' : constantText(name, 'The aggregation', context);
    if (!REDUCERS.has(reducer)) {
      throw new HogQLError(
        'hogql_query_error',
        `Invalid parametric function in 'arrayReduce', '${reducer}' is not supported.`,
        context.node,
      );
    }
    return typed(call('arrayReduce', text(reducer), ...arrays.map(({ sql }) => sql)), UNKNOWN);
  }),
  // Both ends are included, in either direction.
  special('generateSeries', [3, 3], (args) => {
    const [start, stop, step] = [arg(args, 0).sql, arg(args, 1).sql, arg(args, 2).sql];
    const end = call('plus', stop, call('sign', step));
    return typed(call('range', start, end, step), typeOf('Array'));
  }),
  special('split_part', [3, 3], (args) => {
    const source = toText(arg(args, 0));
    const parts = call('splitByString', arg(args, 1).sql, source.sql);
    return typed(call('arrayElement', parts, arg(args, 2).sql), typeOf('String'));
  }),
  special('md5', [1, 1], (args) => {
    const source = toText(arg(args, 0));
    const digest = call('hex', call('MD5', source.sql));
    return typed(digest, typeOf('String', source.type.nullable));
  }),
];
