import { call, text } from '../../../clickhouse-sql/build';
import { typeOf } from '../../../types/value-type';
import { toTimestamp } from '../../operators/casts';
import type { Typed } from '../../scope/typed';
import { typed } from '../../scope/typed';
import { arg, special } from './special';
import type { SpecialCall, SpecialFunction } from './special';

/** The engine's time windows accept whole seconds only. */
function wholeSeconds(value: Typed, { env }: SpecialCall): Typed['sql'] {
  const { zone } = env.context;
  return call('toDateTime', toTimestamp(value, zone).sql, text(zone));
}

function windowed(args: readonly Typed[], context: SpecialCall): Typed['sql'][] {
  const [, ...intervals] = args;
  return [wholeSeconds(arg(args, 0), context), ...intervals.map(({ sql }) => sql)];
}

/** A bound of the given window, or of the window that contains the given time. */
function bound(name: string): SpecialFunction {
  return special(name, [1, 3], (args, context) => {
    const sql = args.length === 1 ? [arg(args, 0).sql] : windowed(args, context);
    return typed(call(name, ...sql), typeOf('DateTime'));
  });
}

export const timeWindows: readonly SpecialFunction[] = [
  special('tumble', [2, 2], (args, context) =>
    typed(call('tumble', ...windowed(args, context)), typeOf('Tuple')),
  ),
  special('hop', [3, 3], (args, context) =>
    typed(call('hop', ...windowed(args, context)), typeOf('Tuple')),
  ),
  ...['tumbleStart', 'tumbleEnd', 'hopStart', 'hopEnd'].map(bound),
];
