import type { BetweenExpr, CompareOperation, Expr, Field, Lambda } from '../../syntax/ast';
import { HogQLError } from '../../syntax/errors';
import { checkName } from '../scope/names';
import { typeOf } from '../../types/value-type';
import type { TypeKind } from '../../types/value-type';
import { lowerAccess } from './access';
import { arithmetic } from '../operators/arithmetic';
import { lowerCall } from '../calls/call';
import { lowerDict, lowerItems, lowerSlice } from './collections';
import { compare } from '../operators/comparison';
import type { Environment } from '../scope/environment';
import { lowerField } from './field';
import { literal } from '../operators/literals';
import { combine, negate } from '../operators/logic';
import { inList, inSet } from '../operators/membership';
import { lowerTag } from './tags';
import { lowerTypeCast } from '../operators/type-cast';
import type { LoweredQuery } from '../scope/lowered-query';
import type { Typed } from '../scope/typed';
import { typed } from '../scope/typed';
import { lowerWindow } from './window';

/** Lowers any expression. JSON columns are returned raw; `env.lower` converts them to text. */
export function lowerExpr(node: Expr, env: Environment): Typed {
  switch (node.type) {
    case 'Constant':
      return literal(node);
    case 'Field':
      return noted(node, lowerField(node.chain, node, env), env);
    case 'Alias': {
      const value = lowerExpr(node.expr, env);
      env.scope.addAlias(node.alias, value, node);
      return value;
    }
    case 'Call':
      return lowerCall(node, env);
    case 'CompareOperation':
      return lowerComparison(node, env);
    case 'BetweenExpr':
      return lowerBetween(node, env);
    case 'ArithmeticOperation':
      return arithmetic(node.op, env.lower(node.left), env.lower(node.right));
    case 'And':
    case 'Or':
      return combine(
        node.type === 'And' ? 'and' : 'or',
        node.exprs.map((item) => env.lower(item)),
      );
    case 'Not':
      return negate(env.lower(node.expr));
    case 'Array':
    case 'Tuple':
      return lowerItems(node.type, node.exprs, env);
    case 'ArrayAccess':
    case 'TupleAccess':
      return lowerAccess(node, env);
    case 'Lambda':
      return lowerLambda(node, env);
    case 'ArraySlice':
      return lowerSlice(node, env);
    case 'Dict':
      return lowerDict(node, env);
    case 'WindowFunction':
      return lowerWindow(node, env);
    case 'IsDistinctFrom':
      return compare(node.negated ? '==' : '!=', env.lower(node.left), env.lower(node.right), {
        zone: env.context.zone,
        nullSafe: true,
      });
    case 'TypeCast':
    case 'TryCast':
      return lowerTypeCast(node, env.lower(node.expr), env.context.zone);
    case 'SelectQuery':
    case 'SelectSetQuery': {
      const query = env.context.lowerQuery(node, env.scope.ctes, false);
      const kind = query.columns.length === 1 ? query.columns[0]?.value.type.kind : 'Tuple';
      return subquery(query, kind ?? 'Unknown');
    }
    case 'HogQLXTag':
      return lowerTag(node, env);
    case 'ColumnsExpr':
      throw new HogQLError(
        'hogql_query_error',
        'Several columns at once are only supported in the SELECT list',
        node,
      );
    case 'Placeholder':
      throw new HogQLError('hogql_query_error', 'Unresolved placeholder', node);
    default:
      return notSupported(node);
  }
}

/** Rejects nodes that the parser knows but this compiler does not. */
function notSupported(node: { readonly type?: string }): never {
  throw new HogQLError(
    'hogql_not_implemented',
    `${node.type ?? 'This expression'} is not supported`,
  );
}

function lowerLambda(node: Lambda, env: Environment): Typed {
  for (const arg of node.args) checkName(arg, node);
  return env.scope.withLambda(node.args, () =>
    typed(
      { kind: 'lambda', args: node.args, body: env.lower(node.expr).sql },
      typeOf('Unknown', false),
    ),
  );
}

function lowerComparison(node: CompareOperation, env: Environment): Typed {
  const { op } = node;
  const options = { zone: env.context.zone, nullSafe: !env.inJoin, at: node };
  if (op === 'in cohort' || op === 'not in cohort') {
    return env.context.features.lowerInCohort(node, env);
  }
  if (op !== 'in' && op !== 'not in') {
    return compare(op, env.lower(node.left), env.lower(node.right), options);
  }
  const left = env.lower(node.left);
  const negated = op === 'not in';
  if (node.right.type === 'Constant') {
    return inList(negated, left, [env.lower(node.right)], options);
  }
  const right = namedSet(node.right, env) ?? env.lower(node.right);
  if (right.items !== undefined && left.items === undefined) {
    return inList(negated, left, right.items, options);
  }
  return inSet(negated, left, right, options);
}

/** `IN name` where the name is that of a WITH query and not of a column. */
function namedSet(node: Expr, env: Environment): Typed | null {
  const [name, ...rest] = node.type === 'Field' ? node.chain : [];
  if (typeof name !== 'string' || rest.length > 0) return null;
  const { scope } = env;
  const cte = scope.ctes.get(name);
  const isColumn = scope.alias(name) !== undefined || scope.tablesWith(name).length > 0;
  if (cte?.kind !== 'subquery' || isColumn || scope.isLambdaArgument(name)) return null;
  env.context.countExpansion(cte.statement);
  const query = env.context.lowerQuery(cte.statement, cte.scope, false);
  return subquery(query, 'Unknown');
}

function subquery(lowered: LoweredQuery, kind: TypeKind): Typed {
  const query = lowered.build();
  const columns = lowered.columns.map(({ name, value }) => ({ name, type: value.type }));
  return { sql: { kind: 'subquery', query }, type: typeOf(kind, true), rows: { query, columns } };
}

function lowerBetween(node: BetweenExpr, env: Environment): Typed {
  const value = env.lower(node.expr);
  const [low, high] = [env.lower(node.low), env.lower(node.high)];
  const options = { zone: env.context.zone, nullSafe: !env.inJoin, at: node };
  // Both are false for NULL, as in PostHog: NOT BETWEEN is not the negation of BETWEEN.
  return node.negated
    ? combine('or', [compare('<', value, low, options), compare('>', value, high, options)])
    : combine('and', [compare('>=', value, low, options), compare('<=', value, high, options)]);
}

function noted(node: Field, value: Typed, env: Environment): Typed {
  env.context.noteField(node, value);
  return value;
}
