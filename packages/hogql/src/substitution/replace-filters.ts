import type { Expr, Placeholder, SelectQuery, Span, Statement } from '../syntax/ast';
import type { AstBuilder } from '../syntax/build';
import { astBuilder } from '../syntax/build';
import { mapTree } from '../syntax/map-tree';
import type { DateContext } from '../dates/relative-date';
import { DATE_FORMS } from '../dates/date-text';
import { readDate, resolveTimestamp } from '../dates/relative-date';
import { HogQLError } from '../syntax/errors';
import { filterTreeExpr } from '../features/property-filters/filter-tree';
import type { PathCleaningRule } from '../features/property-filters/path-cleaning';
import { timestampExpr } from '../features/property-filters/timestamp-expr';
import type { Filterable } from './filterable-tables';
import { filterableTables, timestampOf } from './filterable-tables';
import type { QueryFilters } from './query-filters';
import { isBound, restricts } from './query-filters';

export interface FilterReplacement extends DateContext {
  readonly filters: QueryFilters;
  /** The project's filters that exclude internal users. */
  readonly testAccountFilters: readonly unknown[];
  /** The project's rules, for `is_cleaned_path_exact`. */
  readonly pathCleaning?: readonly PathCleaningRule[];
  /** Receives warnings about the filters for the response, one sentence each. */
  readonly warn?: (text: string) => void;
}

interface TreeNode {
  readonly type: string;
}

/** Comparisons with `{filters.dateRange.from}` are removed when there is no such date. */
const COMPARISONS: ReadonlySet<string> = new Set(['CompareOperation', 'BetweenExpr']);

/**
 * Replaces `{filters}` by conditions, and `{filters.dateRange.from}` and `.to` by dates
 * (`docs/wire/hogql.md#filters-date-range`). Without filters `{filters}` is true.
 *
 * @throws HogQLError for a misplaced placeholder, or filters that cannot be expressed
 */
export function replaceFilters(statement: Statement, replacement: FilterReplacement): Statement {
  if (restricts(replacement.filters) && !holdsFilters(statement)) {
    replacement.warn?.('The filters change nothing: the SQL has no {filters} placeholder.');
  }
  const tables = isSelect(statement) ? filterableTables(statement) : [];
  return inSelect(statement, tables, replacement);
}

function inSelect<T extends object>(
  root: T,
  tables: readonly Filterable[],
  replacement: FilterReplacement,
): T {
  return mapTree<T>(root, (node) => {
    if (node === (root as unknown)) return null;
    if (isSelect(node)) return inSelect(node, filterableTables(node), replacement);
    if (
      COMPARISONS.has(node.type) &&
      boundsIn(node).some((at) => dateOf(at, replacement) === null)
    ) {
      const at = node as TreeNode & Span;
      return astBuilder(at).constant(true);
    }
    return isFilters(node) ? fill(node, tables, replacement) : null;
  });
}

function holdsFilters(statement: Statement): boolean {
  let found = false;
  mapTree(statement, (node) => {
    found ||= isFilters(node);
    return null;
  });
  return found;
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

/** The date placeholders inside a comparison, without those in its sub-queries. */
function boundsIn(comparison: TreeNode): readonly Placeholder[] {
  const found: Placeholder[] = [];
  mapTree(comparison, (node) => {
    if (isSelect(node)) return node;
    if (isFilters(node) && pathOf(node).startsWith('filters.dateRange.')) found.push(node);
    return null;
  });
  return found;
}

function fill(
  node: Placeholder,
  tables: readonly Filterable[],
  replacement: FilterReplacement,
): Expr {
  const path = pathOf(node);
  const ast = astBuilder(node);
  if (path !== 'filters') {
    const date = dateOf(node, replacement);
    if (date !== null) return timestampExpr(date, ast);
    throw new HogQLError(
      'hogql_query_error',
      `{${path}} has no date here: outside a comparison it needs one in the filters`,
      node,
    );
  }
  if (tables.length === 0) {
    throw new HogQLError(
      'hogql_query_error',
      "Cannot use 'filters' placeholder in a SELECT clause that does not select from the events, sessions or groups table.",
      node,
    );
  }
  if (!restricts(replacement.filters)) return ast.constant(true);
  return conditions(tables, replacement, ast);
}

function conditions(
  tables: readonly Filterable[],
  replacement: FilterReplacement,
  ast: AstBuilder,
): Expr {
  const { filters, testAccountFilters } = replacement;
  const timestamp = timestampOf(tables, ast);
  const from = boundOf(filters.dateRange?.date_from, replacement);
  const to = boundOf(filters.dateRange?.date_to, replacement);
  checkBounds(filters.dateRange, replacement);
  const restrict = (tree: unknown): Expr => restriction(tree, tables, replacement, ast);
  return ast.and([
    ...((filters.properties ?? null) === null ? [] : [restrict(filters.properties)]),
    ...(to === null ? [] : [ast.compare('<', timestamp, timestampExpr(to, ast))]),
    ...(from === null ? [] : [ast.compare('>=', timestamp, timestampExpr(from, ast))]),
    ...(filters.filterTestAccounts === true ? testAccountFilters.map(restrict) : []),
  ]);
}

/** Filters on sessions apply to the sessions table, the others to the other table. */
function restriction(
  tree: unknown,
  tables: readonly Filterable[],
  { now, timezone, pathCleaning = [] }: FilterReplacement,
  ast: AstBuilder,
): Expr {
  const on = ({ scope, alias }: Filterable, filters: unknown): Expr =>
    filterTreeExpr(filters, { scope, table: alias, ast, now, timezone, pathCleaning });
  const [first] = tables;
  if (first === undefined) throw new Error('Filters need a table');
  const sessions = tables.find(({ scope }) => scope === 'session');
  const other = tables.find(({ scope }) => scope !== 'session');
  if (sessions === undefined || other === undefined) return on(first, tree);
  const list: readonly unknown[] = Array.isArray(tree) ? tree : [tree];
  return ast.and(list.map((filter) => on(isOfSessions(filter) ? sessions : other, filter)));
}

function isOfSessions(filter: unknown): boolean {
  return (
    typeof filter === 'object' && filter !== null && 'type' in filter && filter.type === 'session'
  );
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

/** @throws HogQLError for text that is not a date */
function boundOf(value: unknown, context: DateContext): Date | null {
  if (!isBound(value)) return null;
  const date = resolveTimestamp(value, context);
  if (date !== null) return date;
  throw new HogQLError('hogql_query_error', `'${value.slice(0, 50)}' is not a date: ${DATE_FORMS}`);
}

/**
 * `date_to` is exclusive here, as in PostHog, while insights include its day: the response says so where it matters.
 *
 * @throws HogQLError for two absolute dates in the wrong order
 */
function checkBounds(dateRange: QueryFilters['dateRange'], context: FilterReplacement): void {
  const [from, to] = [dateRange?.date_from, dateRange?.date_to].map((value) =>
    isBound(value) ? readDate(value, context) : null,
  );
  if (to?.isWholeDay === true) {
    context.warn?.(
      `date_to '${String(dateRange?.date_to)}' has no time: {filters} ends at ${to.at.toISOString()}, before that day.`,
    );
  }
  if (!from || !to || from.at <= to.at) return;
  const order = `date_from (${from.at.toISOString()}) is after date_to (${to.at.toISOString()})`;
  if (from.isAbsolute && to.isAbsolute) throw new HogQLError('hogql_query_error', order);
  context.warn?.(`${order}: no row matches.`);
}
