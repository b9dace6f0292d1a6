import type { SelectSetQuery } from '../../syntax/ast';
import { HogQLError } from '../../syntax/errors';
import type { CteScope } from '../scope/ctes';
import { SelectScope } from '../scope/select-scope';
import { column, selectFrom } from '../../clickhouse-sql/build';
import type { SqlQuery, SqlSet } from '../../clickhouse-sql/nodes';
import { typeOf } from '../../types/value-type';
import { createEnvironment } from '../expressions/create-environment';
import type { LoweringContext } from '../scope/environment';
import type { LoweredQuery, OutputColumn } from '../scope/lowered-query';
import { lowerLimits } from './limits';
import { lowerOrders } from '../expressions/orders';
import { SubqueryReader } from '../readers/subquery-reader';
import { typed } from '../scope/typed';
import { alignedByName, isByName } from './union-by-name';

/** The alias of a set query that is followed by ORDER BY or LIMIT. */
const WHOLE = 'whole_set';

/** Columns take their names from the first branch and their types from all of them. */
function mergeColumns(branches: readonly LoweredQuery[]): OutputColumn[] {
  const [first] = branches;
  return (first?.columns ?? []).map((output, index) => {
    const kinds = branches.map((branch) => branch.columns[index]?.value.type);
    const nullable = kinds.some((type) => type?.nullable ?? true);
    const known = kinds.flatMap((type) =>
      type === undefined || type.kind === 'Null' ? [] : [type.kind],
    );
    const [kind = 'Unknown'] = new Set(known).size === 1 ? known : [];
    return { ...output, value: typed(column(null, output.name), typeOf(kind, nullable)) };
  });
}

function checkWidths(branches: readonly LoweredQuery[], node: SelectSetQuery): void {
  const widths = new Set(branches.map((branch) => branch.columns.length));
  if (widths.size > 1) {
    throw new HogQLError(
      'hogql_query_error',
      'All parts of a set query must have the same number of columns',
      node,
    );
  }
}

export function lowerSet(
  node: SelectSetQuery,
  ctes: CteScope,
  context: LoweringContext,
): LoweredQuery {
  const first = node.initialSelectQuery;
  // WITH before the first branch belongs to the whole set.
  const shared = first.type === 'SelectQuery' ? ctes.with(first.ctes) : ctes;
  const statements = [first, ...node.subsequentSelectQueries.map((part) => part.selectQuery)];
  const lowered = statements.map((statement) => context.lowerQuery(statement, shared, false));
  const branches = isByName(node) ? alignedByName(lowered) : lowered;
  checkWidths(branches, node);
  const columns = mergeColumns(branches);
  const [head, ...tail] = branches;
  if (head === undefined) throw new Error('A set query has a first branch');
  const set = (): SqlSet => ({
    kind: 'set',
    first: head.build(),
    rest: tail.map((branch, index) => ({
      operator: engineOperator(node.subsequentSelectQueries[index]?.setOperator ?? ''),
      query: branch.build(),
    })),
  });
  const bare = node.orderBy === null && node.limit === null && node.offset === null;
  return {
    columns,
    addColumn: null,
    build: () => (bare ? set() : wrapped(node, set(), columns, shared, context)),
  };
}

/** The engine's operator: columns that are matched by name have the same order here. */
function engineOperator(operator: string): string {
  return operator.replace(/ BY NAME$/, '');
}

function wrapped(
  node: SelectSetQuery,
  set: SqlSet,
  columns: readonly OutputColumn[],
  ctes: CteScope,
  context: LoweringContext,
): SqlQuery {
  const scope = new SelectScope(ctes);
  const lowered: LoweredQuery = { columns, addColumn: null, build: () => set };
  scope.addTable({ alias: WHOLE, sqlAlias: WHOLE, reader: new SubqueryReader(lowered) }, node);
  const env = createEnvironment(context, scope);
  const outputs = columns.map(({ name }) => ({ name, expr: column(WHOLE, name) }));
  return {
    ...selectFrom({ source: set, alias: WHOLE, joins: [] }, outputs),
    orderBy: lowerOrders(node.orderBy, env),
    ...lowerLimits(node),
  };
}
