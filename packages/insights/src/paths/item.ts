import type { PathsQuery } from '@tidemark/contracts';
import type { Expr } from '@tidemark/hogql';
import { cleanedPath } from '@tidemark/hogql';
import type { InsightContext } from '../insight-context';
import { InsightError } from '../insight-error';
import { EVENTS } from '../series/condition';
import { userExpr } from '../series/user-expr';
import { array, ast, text } from '../sql/ast';
import { expr } from '../sql/template';

const PAGEVIEW = '$pageview';
const SCREEN = '$screen';

/**
 * What an event is called in a path: its page without a trailing slash, its screen, its name, or what the
 * query's own expression says (`wire/insights.md` §6.2).
 */
export function pathItem({ pathsFilter }: PathsQuery, { pathCleaning }: InsightContext): Expr {
  const { includeEventTypes, pathsHogQLExpression, localPathCleaningFilters, pathGroupings } =
    pathsFilter;
  const usesExpression = includeEventTypes?.includes('hogql') === true;
  const plain = usesExpression
    ? expr("ifNull(toString({value}), '')", {
        value: userExpr(pathsHogQLExpression, 'pathsFilter.pathsHogQLExpression'),
      })
    : expr(
        `multiIf({event} = {pageview}, {page}, {event} = {screen}, ifNull({name}, ''), {event})`,
        {
          event: ast.field(EVENTS, 'event'),
          pageview: text(PAGEVIEW),
          screen: text(SCREEN),
          page: withoutSlash(ast.field(EVENTS, 'properties', '$current_url')),
          name: ast.call('toString', ast.field(EVENTS, 'properties', '$screen_name')),
        },
      );
  // The project's rules come before the query's own.
  const rules = [
    ...(pathsFilter.pathReplacements === true ? pathCleaning : []),
    ...(localPathCleaningFilters ?? []).flatMap(({ regex, alias }) =>
      typeof regex === 'string' && regex !== '' ? [{ regex, alias: alias ?? '' }] : [],
    ),
  ];
  return grouped(cleanedPath(plain, rules, ast), pathGroupings ?? []);
}

function withoutSlash(url: Expr): Expr {
  return expr("ifNull(if({url} = '/', {url}, replaceRegexpOne({url}, '/$', '')), '')", {
    url: ast.call('toString', url),
  });
}

/** Items that a pattern with `*` covers are shown as the pattern, by the first that does. */
function grouped(item: Expr, patterns: readonly string[]): Expr {
  if (patterns.length === 0) return item;
  const matches = array(patterns.map((pattern) => matchesPattern(item, pattern)));
  return expr("ifNull(nullIf({names}[indexOf({matches}, 1)], ''), {item})", {
    names: array(patterns.map(text)),
    matches,
    item,
  });
}

function matchesPattern(item: Expr, pattern: string): Expr {
  const escaped = pattern.split('*').map(escapeRegex).join('.*');
  return expr('toInt(match({item}, {regex}))', { item, regex: text(`^${escaped}$`) });
}

function escapeRegex(source: string): string {
  return source.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}

/** Which events are in paths at all; null for every one. @throws InsightError */
export function pathEvents({ pathsFilter }: PathsQuery): Expr | null {
  const types = pathsFilter.includeEventTypes ?? [];
  if (types.length === 0 || types.includes('hogql')) return null;
  const event = ast.field(EVENTS, 'event');
  return ast.or(
    types.map((type) => {
      if (type === PAGEVIEW || type === SCREEN) return ast.compare('==', event, text(type));
      if (type === 'custom_event') return expr("NOT startsWith({event}, '$')", { event });
      throw new InsightError(
        `Paths have no events of type ${type}`,
        'pathsFilter.includeEventTypes',
      );
    }),
  );
}
