import { RE2JS, RE2JSSyntaxException } from 're2js';
import type { ColumnsExpr, Expr, Field, Span } from '../../syntax/ast';
import { HogQLError } from '../../syntax/errors';
import { didYouMean } from '../scope/hints';
import type { ScopeTable } from '../scope/select-scope';
import { column } from '../../clickhouse-sql/build';
import type { Environment } from '../scope/environment';
import type { OutputColumn } from '../scope/lowered-query';
import type { Typed } from '../scope/typed';
import { asValue, typed } from '../scope/typed';

interface Item {
  readonly label: string;
  readonly explicit: boolean;
  readonly node: Expr;
}

/** The columns of `*`, `t.*`, or of a table that a field leads to (`person.*`, `t.person.*`). */
function starColumns(path: Field['chain'], node: Expr, env: Environment): Item[] {
  const { scope } = env;
  const [first, ...rest] = path.map(String);
  if (first === undefined) {
    if (scope.tables.length > 1) {
      throw new HogQLError(
        'hogql_query_error',
        "Cannot use '*' without table name when there are multiple tables in the query",
        node,
      );
    }
    if (scope.tables.length === 0) {
      throw new HogQLError('hogql_query_error', "Cannot use '*' without a table", node);
    }
    return columnsOf(scope.tables, node);
  }
  const table = scope.table(first);
  if (table !== undefined && rest.length === 0) return columnsOf([table], node);
  const owners = table === undefined ? scope.tablesWith(first) : [table];
  const [owner] = owners.length === 1 ? owners : [];
  const names = owner?.reader.asteriskBelow?.(table === undefined ? [first, ...rest] : rest);
  if (names === undefined || names === null) {
    const name = [...path, '*'].join('.');
    throw new HogQLError('hogql_query_error', `Unable to resolve field: ${name}`, node);
  }
  return names.map((name) => columnItem([...path, name], node));
}

function expand(node: Expr, env: Environment): Item[] {
  if (node.type === 'Alias') {
    return [{ label: node.alias, explicit: true, node: node.expr }];
  }
  if (node.type === 'Field' && node.chain.at(-1) === '*') {
    return starColumns(node.chain.slice(0, -1), node, env);
  }
  if (node.type === 'ColumnsExpr') return severalColumns(node, env);
  return [{ label: hiddenAlias(node, env), explicit: false, node }];
}

function columnsOf(tables: readonly ScopeTable[], span: Span): Item[] {
  return tables.flatMap((table) =>
    table.reader.asterisk().map((name) => columnItem([table.alias, name], span)),
  );
}

function columnItem(chain: Field['chain'], { start, end }: Span): Item {
  const node: Field = { type: 'Field', chain, start, end };
  return { label: String(chain.at(-1)), explicit: false, node };
}

/** The single columns of `COLUMNS(...)` and `* EXCLUDE (...)`. */
function severalColumns(node: ColumnsExpr, env: Environment): Item[] {
  if (node.columns !== null) return node.columns.flatMap((item) => expand(item, env));
  if (node.regex !== null) {
    const pattern = columnPattern(node.regex, node);
    const found = columnsOf(env.scope.tables, node).filter(({ label }) => pattern(label));
    if (found.length > 0) return found;
    throw new HogQLError('hogql_query_error', `No column matches '${node.regex}'`, node);
  }
  const all = starColumns(node.table ?? [], node, env);
  const labels = all.map(({ label }) => label);
  for (const name of [...node.exclude, ...node.replace.map(({ alias }) => alias)]) {
    if (labels.includes(name)) continue;
    const hint = didYouMean(name, labels);
    throw new HogQLError('hogql_query_error', `Unable to resolve field: ${name}${hint}`, node);
  }
  const replaced = new Map(node.replace.map(({ alias, expr }) => [alias, expr]));
  return all
    .filter(({ label }) => !node.exclude.includes(label))
    .map((item) => ({ ...item, node: replaced.get(item.label) ?? item.node }));
}

/**
 * The name of a column without alias: the last step of a field, or the steps inside its property bag; the text of any
 * other expression.
 */
function hiddenAlias(node: Expr, env: Environment): string {
  if (node.type !== 'Field') return env.context.label(node);
  const bag = node.chain.indexOf('properties');
  const inside = bag === -1 ? [] : node.chain.slice(bag + 1);
  return inside.length > 0 ? inside.join('__') : String(node.chain.at(-1));
}

function uniqueName(wanted: string, taken: Set<string>): string {
  let name = wanted === '' ? 'column' : wanted;
  for (let copy = 2; taken.has(name); copy += 1) name = `${wanted}__${copy}`;
  taken.add(name);
  return name;
}

/**
 * Lowers the SELECT list and names its columns. `raw` (an inner SELECT that can take more columns) keeps bare
 * property bags and times unchanged, so that the outer SELECT can push reads into them.
 */
export function lowerSelectItems(
  select: readonly Expr[],
  env: Environment,
  raw: boolean,
): OutputColumn[] {
  const items = select.flatMap((node) => expand(node, env));
  const taken = new Set([
    ...items.filter((item) => item.explicit).map((item) => item.label),
    ...env.scope.tables.map((table) => table.sqlAlias),
  ]);
  const labels = new Map<string, number>();
  for (const { label } of items) labels.set(label, (labels.get(label) ?? 0) + 1);
  return items.map((item) => {
    const value = itemValue(item.node, env, raw);
    const name = item.explicit ? item.label : uniqueName(item.label, taken);
    if (item.explicit) env.scope.addAlias(name, aliasReference(item.node, name, value), item.node);
    const clash = !item.explicit && (labels.get(item.label) ?? 0) > 1;
    return { name, label: clash ? env.context.label(item.node) : item.label, value };
  });
}

function itemValue(node: Expr, env: Environment, raw: boolean): Typed {
  const value = env.lowerOpen(node);
  if (!raw) return asValue(value);
  return value.instant === undefined ? value : { ...value, sql: value.instant };
}

/**
 * The meaning of the alias elsewhere in the SELECT: a renamed field is the field, any other expression is referred to
 * by name.
 */
function aliasReference(node: Expr, name: string, value: Typed): Typed {
  const renamed = node.type === 'Field' && (value.property ?? value.instant) !== undefined;
  return renamed ? value : typed(column(null, name), value.type);
}

/** Returns whether a name contains a match of the user's pattern; linear in the name for every pattern. */
function columnPattern(regex: string, span: Span): (name: string) => boolean {
  try {
    const pattern = RE2JS.compile(regex);
    return (name) => pattern.matcher(name).find();
  } catch (error) {
    if (!(error instanceof RE2JSSyntaxException)) throw error;
    throw new HogQLError('hogql_query_error', `'${regex}' is not a valid regular expression`, span);
  }
}
