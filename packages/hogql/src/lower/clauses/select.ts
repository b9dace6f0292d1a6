import type { Expr, LimitByExpr, SelectQuery } from '../../syntax/ast';
import { HogQLError } from '../../syntax/errors';
import type { CteScope } from '../scope/ctes';
import { SelectScope } from '../scope/select-scope';
import type {
  SqlColumn,
  SqlExpr,
  SqlFrom,
  SqlLimitBy,
  SqlSelect,
} from '../../clickhouse-sql/nodes';
import { lowerArrayJoin } from './array-join';
import { conditionOperand } from '../operators/casts';
import { createEnvironment } from '../expressions/create-environment';
import type { Environment, LoweringContext } from '../scope/environment';
import { takesFirstRows } from '../pushdown/first-rows';
import { lowerFrom } from '../tables/from';
import { lowerGroupBy } from './group-by';
import { lowerLimits } from './limits';
import { combine } from '../operators/logic';
import type { LoweredQuery, OutputColumn } from '../scope/lowered-query';
import { lowerInterpolate } from './interpolate';
import { lowerOrders } from '../expressions/orders';
import { withoutRightAsof } from '../tables/right-asof';
import { lowerSelectItems } from './select-items';
import { pushPersonIds } from '../pushdown/person-finders';
import { pushPlainConditions } from '../pushdown/plain-conditions';
import { pushTimeBounds } from '../pushdown/time-bounds';
import { wholeNumber } from '../expressions/whole-number';

function explicitAliases(node: SelectQuery): Set<string> {
  return new Set(node.select.flatMap((item) => (item.type === 'Alias' ? [item.alias] : [])));
}

/** The user's PREWHERE is an ordinary condition: the printed PREWHERE is reserved for the project guard. */
function condition(node: SelectQuery, env: Environment): SqlExpr | null {
  const parts = [node.prewhere, node.where].filter((part): part is Expr => part !== null);
  if (parts.length === 0) return null;
  return combine(
    'and',
    parts.map((part) => env.lower(part)),
  ).sql;
}

function limitBy(node: LimitByExpr | null, env: Environment): SqlLimitBy | null {
  if (node === null) return null;
  return {
    count: wholeNumber(node.n, 'LIMIT BY'),
    offset: node.offset === null ? 0 : wholeNumber(node.offset, 'OFFSET'),
    exprs: node.exprs.map((item) => env.lower(item).sql),
  };
}

/** Lowers one SELECT. Clauses are lowered first; FROM is built last, when all reads are known. */
export function lowerSelect(
  node: SelectQuery,
  outer: CteScope,
  nested: boolean,
  context: LoweringContext,
): LoweredQuery {
  if (node.select.length === 0) {
    throw new HogQLError('hogql_query_error', 'SELECT needs at least one column', node);
  }
  const scope = new SelectScope(outer.with(node.ctes));
  const env = createEnvironment(context, scope);
  const selectFrom = node.selectFrom === null ? null : withoutRightAsof(node.selectFrom);
  const names = { taken: explicitAliases(node), place: '' };
  const from = selectFrom === null ? null : lowerFrom(selectFrom, env, names);
  for (const { name, window } of node.windows ?? []) scope.windows.set(name, window);
  const arrayJoin = node.arrayJoin ? lowerArrayJoin(node.arrayJoin, node.select, env) : null;
  const grouped = node.groupBy !== null || (node.groupByMode ?? null) !== null;
  const open = nested && !node.distinct && !grouped;
  const columns = lowerSelectItems(node.select, env, open);
  const clauses = {
    arrayJoin,
    where: condition(node, env),
    ...lowerGroupBy(node, env),
    having: node.having === null ? null : conditionOperand(env.lower(node.having)).sql,
    qualify: node.qualify ? conditionOperand(env.lower(node.qualify)).sql : null,
    orderBy: lowerOrders(node.orderBy, env, columns),
    interpolate: lowerInterpolate(node.interpolate ?? null, columns, env),
    limitBy: limitBy(node.limitBy, env),
    ...lowerLimits(node),
  };
  pushTimeBounds(clauses.where, scope.tables, selectFrom);
  pushPersonIds(clauses.where, scope.tables, selectFrom);
  const rest = pushPlainConditions(clauses.where, scope.tables, selectFrom);
  const where = takesFirstRows(node, { ...clauses, where: rest, columns }, scope) ? null : rest;
  return loweredSelect(node.distinct, columns, { ...clauses, where }, from, open);
}

function loweredSelect(
  distinct: boolean,
  columns: readonly OutputColumn[],
  clauses: Omit<SqlSelect, 'kind' | 'distinct' | 'columns' | 'from'>,
  from: (() => SqlFrom) | null,
  open: boolean,
): LoweredQuery {
  const added = new Map<string, SqlExpr>();
  return {
    columns,
    addColumn: open ? (name, expr) => void added.set(name, expr) : null,
    build: () => {
      const visible: SqlColumn[] = columns.map(({ name, value }) => ({ name, expr: value.sql }));
      const hidden: SqlColumn[] = [...added].map(([name, expr]) => ({ name, expr }));
      return {
        kind: 'select',
        distinct,
        columns: [...visible, ...hidden],
        from: from === null ? null : from(),
        ...clauses,
      };
    },
  };
}
