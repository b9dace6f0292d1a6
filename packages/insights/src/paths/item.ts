import type { PathsQuery } from '@tidemark/contracts';
import type { Expr } from '@tidemark/hogql';
import { cleanedPath } from '@tidemark/hogql';
import { array, ast, text } from '../hogql-builders/ast';
import { EVENTS } from '../hogql-builders/events';
import { expr } from '../hogql-builders/template';
import { userExpr } from '../hogql-builders/user-expr';
import type { InsightContext } from '../insight/context';

const PAGEVIEW = '$pageview';
const SCREEN = '$screen';

type EventType = NonNullable<PathsQuery['pathsFilter']['includeEventTypes']>[number];

/**
 * The name of an event in a path: its page without a trailing slash, its screen, the result of the query's own
 * expression, or its name (`docs/wire/insights-others.md#path-item`). Pages and screens differ from other events only
 * if the query includes them.
 */
export function pathItem(query: PathsQuery, { pathCleaning }: InsightContext): Expr {
  const { pathsFilter } = query;
  const { localPathCleaningFilters, pathGroupings } = pathsFilter;
  const event = ast.field(EVENTS, 'event');
  const { includeEventTypes, pathsHogQLExpression: source } = pathsFilter;
  const isAsked = includeEventTypes?.includes('hogql') === true;
  const isGiven = typeof source === 'string' && source.trim() !== '';
  const base =
    isAsked || (isGiven && includesType(query, 'hogql'))
      ? expr("ifNull(toString({value}), '')", {
          value: userExpr(source, 'pathsFilter.pathsHogQLExpression'),
        })
      : event;
  const plain = expr('multiIf({isPage}, {page}, {isScreen}, {screen}, {base})', {
    isPage: isReported(query, PAGEVIEW),
    page: withoutSlash(ast.field(EVENTS, 'properties', '$current_url')),
    isScreen: isReported(query, SCREEN),
    screen: expr("ifNull({name}, '')", {
      name: ast.call('toString', ast.field(EVENTS, 'properties', '$screen_name')),
    }),
    base,
  });
  // The project's rules are applied before the query's own.
  const rules = [
    ...(pathsFilter.pathReplacements === true ? pathCleaning : []),
    ...(localPathCleaningFilters ?? []).flatMap(({ regex, alias }) =>
      typeof regex === 'string' && regex !== '' ? [{ regex, alias: alias ?? '' }] : [],
    ),
  ];
  return grouped(cleanedPath(plain, rules, ast), pathGroupings ?? []);
}

/** Whether a query includes a type of events: explicitly, or because it does not exclude it. */
function includesType({ pathsFilter }: PathsQuery, type: EventType): boolean {
  const { includeEventTypes, excludeEvents } = pathsFilter;
  const types = includeEventTypes ?? [];
  return types.length === 0 ? excludeEvents?.includes(type) !== true : types.includes(type);
}

function isReported(query: PathsQuery, name: typeof PAGEVIEW | typeof SCREEN): Expr {
  return includesType(query, name)
    ? ast.compare('==', ast.field(EVENTS, 'event'), text(name))
    : ast.constant(false);
}

function withoutSlash(url: Expr): Expr {
  return expr("ifNull(if({url} = '/', {url}, replaceRegexpOne({url}, '/$', '')), '')", {
    url: ast.call('toString', url),
  });
}

/** Items that match a pattern with `*` are shown as the pattern; the last match counts. */
function grouped(item: Expr, given: readonly string[]): Expr {
  if (given.length === 0) return item;
  const patterns = [...given].reverse();
  const matches = array(patterns.map((pattern) => matchesPattern(item, pattern)));
  return expr("ifNull(nullIf({names}[indexOf({matches}, 1)], ''), {item})", {
    names: array(patterns.map(text)),
    matches,
    item,
  });
}

function matchesPattern(item: Expr, pattern: string): Expr {
  const escaped = pattern.split('*').map(escapeRegex).join('.*');
  return expr('toInt(match({item}, {regex}))', { item, regex: text(escaped) });
}

function escapeRegex(source: string): string {
  return source.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}

/** The condition for events in paths; null for all events. An expression alone includes all events. */
export function pathEvents({ pathsFilter }: PathsQuery): Expr | null {
  const types = (pathsFilter.includeEventTypes ?? []).filter((type) => type !== 'hogql');
  if (types.length === 0) return null;
  const event = ast.field(EVENTS, 'event');
  return ast.or(
    types.map((type) =>
      type === 'custom_event'
        ? expr("NOT startsWith({event}, '$')", { event })
        : ast.compare('==', event, text(type)),
    ),
  );
}
