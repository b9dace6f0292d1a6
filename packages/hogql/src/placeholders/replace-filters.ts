import type { Expr, JoinExpr, Placeholder, SelectQuery, Span, Statement } from '../ast';
import type { AstBuilder } from '../ast-build';
import { astBuilder } from '../ast-build';
import { mapTree } from '../compile/map-tree';
import type { DateContext } from '../dates/relative-date';
import { resolveMoment } from '../dates/relative-date';
import { HogQLError } from '../errors';
import type { FilterScope } from '../property-filters/filter';
import { filterTreeExpr } from '../property-filters/filter-tree';
import type { PathCleaningRule } from '../property-filters/path-cleaning';
import { momentExpr } from '../property-filters/moment';
import type { QueryFilters } from './query-filters';
import { isBound, restricts } from './query-filters';

export interface FilterReplacement extends DateContext {
  readonly filters: QueryFilters;
  /** The project's filters that keep internal users out. */
  readonly testAccountFilters: readonly unknown[];
  /** The project's rules, for `is_cleaned_path_exact`. */
  readonly pathCleaning?: readonly PathCleaningRule[];
}

interface TreeNode {
  readonly type: string;
}

/** A table that `{filters}` can restrict, as it is called in its SELECT. */
interface Filterable {
  readonly scope: FilterScope;
  readonly alias: string;
  /** The column that dates bound. */
  readonly moment: string;
}

const FILTERABLE: Readonly<Record<string, Omit<Filterable, 'alias'>>> = {
  events: { scope: 'event', moment: 'timestamp' },
  sessions: { scope: 'session', moment: '$start_timestamp' },
  groups: { scope: 'group', moment: 'created_at' },
};

/** Comparisons with `{filters.dateRange.from}` vanish when there is no such date. */
const COMPARISONS: ReadonlySet<string> = new Set(['CompareOperation', 'BetweenExpr']);

/**
 * Puts conditions in the place of `{filters}`, and dates in that of `{filters.dateRange.from}` and `.to`
 * (`wire/hogql.md` §9.3). Without filters `{filters}` is true.
 *
 * @throws HogQLError for a placeholder where it cannot stand, or filters that cannot be said
 */
export function replaceFilters(statement: Statement, replacement: FilterReplacement): Statement {
  const table = isSelect(statement) ? filterableOf(statement) : null;
  return inSelect(statement, table, replacement);
}

function inSelect<T extends object>(
  root: T,
  table: Filterable | null,
  replacement: FilterReplacement,
): T {
  return mapTree<T>(root, (node) => {
    if (node === (root as unknown)) return null;
    if (isSelect(node)) return inSelect(node, filterableOf(node), replacement);
    if (
      COMPARISONS.has(node.type) &&
      boundsIn(node).some((at) => dateOf(at, replacement) === null)
    ) {
      const at = node as TreeNode & Span;
      return astBuilder(at).constant(true);
    }
    return isFilters(node) ? fill(node, table, replacement) : null;
  });
}

function isSelect(node: TreeNode): node is SelectQuery {
  return node.type === 'SelectQuery';
}

function isFilters(node: TreeNode): node is Placeholder {
  if (node.type !== 'Placeholder') return false;
  const { expr } = node as Placeholder;
  return expr.type === 'Field' && expr.chain[0] === 'filters';
}

function pathOf({ expr }: Placeholder): string {
  return expr.type === 'Field' ? expr.chain.join('.') : '';
}

/** The date placeholders inside a comparison, not those of sub-queries in it. */
function boundsIn(comparison: TreeNode): readonly Placeholder[] {
  const found: Placeholder[] = [];
  mapTree(comparison, (node) => {
    if (isSelect(node)) return node;
    if (isFilters(node) && pathOf(node).startsWith('filters.dateRange.')) found.push(node);
    return null;
  });
  return found;
}

function filterableOf({ selectFrom }: SelectQuery): Filterable | null {
  for (let join: JoinExpr | null = selectFrom; join !== null; join = join.nextJoin) {
    const name = join.table.type === 'Field' ? join.table.chain.join('.') : '';
    const table = Object.hasOwn(FILTERABLE, name) ? FILTERABLE[name] : undefined;
    if (table !== undefined) return { ...table, alias: join.alias ?? name };
  }
  return null;
}

function fill(node: Placeholder, table: Filterable | null, replacement: FilterReplacement): Expr {
  const path = pathOf(node);
  const ast = astBuilder(node);
  if (path !== 'filters') {
    const date = dateOf(node, replacement);
    if (date !== null) return momentExpr(date, ast);
    throw new HogQLError(
      'hogql_query_error',
      `{${path}} has no date here: outside a comparison it needs one in the filters`,
      node,
    );
  }
  if (!restricts(replacement.filters)) return ast.constant(true);
  if (table === null) {
    throw new HogQLError(
      'hogql_query_error',
      "Cannot use 'filters' placeholder in a SELECT clause that does not select from the events, sessions or groups table.",
      node,
    );
  }
  return conditions(table, replacement, ast);
}

function conditions(table: Filterable, replacement: FilterReplacement, ast: AstBuilder): Expr {
  const { filters, testAccountFilters, now, timezone, pathCleaning = [] } = replacement;
  const context = { scope: table.scope, table: table.alias, ast, now, timezone, pathCleaning };
  const moment = ast.field(table.alias, table.moment);
  const from = boundOf(filters.dateRange?.date_from, replacement);
  const to = boundOf(filters.dateRange?.date_to, replacement);
  return ast.and([
    ...((filters.properties ?? null) === null ? [] : [filterTreeExpr(filters.properties, context)]),
    ...(to === null ? [] : [ast.compare('<', moment, momentExpr(to, ast))]),
    ...(from === null ? [] : [ast.compare('>=', moment, momentExpr(from, ast))]),
    ...(filters.filterTestAccounts === true
      ? testAccountFilters.map((filter) => filterTreeExpr(filter, context))
      : []),
  ]);
}

function dateOf(node: Placeholder, { filters, ...context }: FilterReplacement): Date | null {
  switch (pathOf(node)) {
    case 'filters.dateRange.from':
      return boundOf(filters.dateRange?.date_from, context);
    case 'filters.dateRange.to':
      return boundOf(filters.dateRange?.date_to, context);
    default:
      throw new HogQLError(
        'hogql_query_error',
        `Cannot use {${pathOf(node)}}: only {filters}, {filters.dateRange.from} and {filters.dateRange.to} are supported`,
        node,
      );
  }
}

/** @throws HogQLError for text that is no date */
function boundOf(value: unknown, context: DateContext): Date | null {
  if (!isBound(value)) return null;
  const date = resolveMoment(value, context);
  if (date !== null) return date;
  throw new HogQLError(
    'hogql_query_error',
    `'${value.slice(0, 50)}' is no date: use ISO 8601 or a relative one such as -7d`,
  );
}
