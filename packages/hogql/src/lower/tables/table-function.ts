import type { Expr, JoinExpr } from '../../syntax/ast';
import { HogQLError } from '../../syntax/errors';
import type { CteScope } from '../scope/ctes';
import { SelectScope } from '../scope/select-scope';
import type { TableReader } from '../scope/table-reader';
import { call, number, text } from '../../clickhouse-sql/build';
import type { SqlExpr } from '../../clickhouse-sql/nodes';
import { createEnvironment } from '../expressions/create-environment';
import type { LoweringContext } from '../scope/environment';
import { NumbersReader } from '../readers/numbers-reader';
import { calculated, wholeNumber } from '../expressions/whole-number';

const NUMBERS = 'numbers';

export function isTableFunction(name: string): boolean {
  return name === NUMBERS;
}

/** A table function in FROM: `numbers(7)`. The error messages are PostHog's. */
export function tableFunction(
  name: string,
  args: readonly Expr[],
  node: JoinExpr,
  ctes: CteScope,
  context: LoweringContext,
): TableReader {
  const reject = (message: string): HogQLError =>
    new HogQLError('hogql_query_error', message, node);
  if (!isTableFunction(name)) {
    const known = context.catalogue.has(name);
    throw known
      ? reject(`Table '${name}' does not accept arguments`)
      : new HogQLError('hogql_query_error', `Unknown table function \`${name}\`.`, node.table);
  }
  if (args.length < 1) throw reject(`Table function '${name}' requires at least 1 argument`);
  if (args.length > 2) throw reject(`Table function '${name}' requires at most 2 arguments`);
  return new NumbersReader(args.map((arg) => count(arg, ctes, context)));
}

/** A number of rows, constant or computed from constants; other values count as none. */
function count(arg: Expr, ctes: CteScope, context: LoweringContext): SqlExpr {
  if (arg.type === 'Constant' || calculated(arg) !== null) {
    return number(wholeNumber(arg, 'An argument of numbers()'));
  }
  const value = createEnvironment(context, new SelectScope(ctes)).lower(arg);
  return call('assumeNotNull', call('accurateCastOrNull', value.sql, text('UInt64')));
}
