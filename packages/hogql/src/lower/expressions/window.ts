import type {
  Call,
  WindowExpr,
  WindowFrame,
  WindowFrameBound,
  WindowFunction,
} from '../../syntax/ast';
import { HogQLError } from '../../syntax/errors';
import { aggregates, windows } from '../../functions/find';
import { didYouMean } from '../scope/hints';
import { call } from '../../clickhouse-sql/build';
import type { SqlCall, SqlFrame, SqlFrameBound } from '../../clickhouse-sql/nodes';
import { typeOf } from '../../types/value-type';
import { checkArity } from '../calls/arity';
import type { Environment } from '../scope/environment';
import { treatingNulls } from '../../functions/null-treatment';
import type { Typed } from '../scope/typed';
import { lowerOrders } from './orders';
import { anyNullable } from '../scope/typed';
import { wholeNumber } from './whole-number';

const WHOLE_PARTITION: SqlFrame = {
  method: 'ROWS',
  from: { direction: 'PRECEDING', rows: null },
  to: { direction: 'FOLLOWING', rows: null },
};

function bound({ direction, value }: WindowFrameBound): SqlFrameBound {
  return { direction, rows: value === null ? null : wholeNumber(value, 'A frame bound') };
}

function frameOf(frame: WindowFrame | null): SqlFrame | null {
  if (frame === null) return null;
  const { method, from, to } = frame;
  return { method, from: bound(from), to: to === null ? null : bound(to) };
}

interface Windowed {
  readonly call: SqlCall;
  readonly type: Typed['type'];
  /** True if the function reads beyond the default frame: `lag` and `lead`. */
  readonly wholePartition: boolean;
}

function windowed(node: WindowFunction, env: Environment): Windowed {
  const { name, args, params, filterExpr, nulls = null, start, end } = node;
  const asCall: Call = {
    type: 'Call',
    name,
    args,
    params,
    filterExpr,
    nulls,
    distinct: false,
    start,
    end,
  };
  const spec = windows.find(name);
  if (spec === undefined) {
    const aggregate = aggregates.find(name);
    if (aggregate === undefined || aggregate.around !== null) {
      throw new HogQLError('hogql_query_error', `'${name}' is not a window function`, node);
    }
    const { sql, type } = env.lower(asCall, { overWindow: true });
    if (sql.kind !== 'call') throw new Error('An aggregation lowers to a call');
    return { call: sql, type, wholePartition: false };
  }
  checkArity('Function', spec, args.length, asCall);
  const lowered = args.map((arg) => env.lower(arg));
  const [first, ...rest] = lowered.map((arg) => arg.sql);
  const offset = spec.nullability === 'always';
  const head = first === undefined ? [] : [offset ? call('toNullable', first) : first];
  const kind = spec.result === 'first' ? lowered[0]?.type.kind : spec.result;
  const nullable = offset || (spec.nullability === 'keep' && anyNullable(lowered));
  return {
    call: call(treatingNulls(spec.engine, node, false), ...head, ...rest),
    type: typeOf(kind ?? 'Unknown', nullable),
    wholePartition: offset,
  };
}

function windowOf(over: WindowFunction['over'], env: Environment): WindowExpr {
  if (over.type === 'WindowExpr') return over;
  const { windows } = env.scope;
  const window = windows.get(over.name);
  if (window !== undefined) return window;
  const hint = didYouMean(over.name, windows.keys());
  throw new HogQLError('hogql_query_error', `Unknown window: ${over.name}${hint}`, over);
}

/** `f(...) OVER (...)`: a window function, or an aggregation over a window. */
export function lowerWindow(node: WindowFunction, env: Environment): Typed {
  const { call: over, type, wholePartition } = windowed(node, env);
  const window = windowOf(node.over, env);
  const frame = frameOf(window.frame);
  return {
    sql: {
      kind: 'window',
      call: over,
      partitionBy: window.partitionBy.map((item) => env.lower(item).sql),
      orderBy: lowerOrders(window.orderBy, env),
      frame: frame ?? (wholePartition ? WHOLE_PARTITION : null),
    },
    type,
  };
}
