import type { AstBuilder, Expr, SelectQuery } from '@tidemark/hogql';
import { HogQLError, momentExpr, parseSelect, resolveMoment } from '@tidemark/hogql';
import type { KindContext } from '../kind';

const DEFAULT_AFTER = '-24h';
/** Clocks of clients may be a little ahead. */
const AHEAD_MS = 5000;

export function isSet<T>(value: T | null | undefined): value is T {
  return value !== null && value !== undefined && value !== '';
}

/** That an event is one of an action's. @throws HogQLError for one that is not there, or matches nothing */
export async function actionCondition(
  id: number,
  { lookups, project }: KindContext,
  ast: AstBuilder,
): Promise<Expr> {
  const action = (await lookups.findActions(project.id, [id])).get(id);
  if (action === undefined || action === 'ambiguous') {
    throw new HogQLError('hogql_query_error', 'Action does not exist');
  }
  if (action.steps.length === 0) {
    throw new HogQLError('hogql_query_error', 'Action does not have any match groups');
  }
  return ast.call('matchesAction', ast.constant(id));
}

/** The distinct ids that are a person's now. */
export function distinctIdsOf(personId: string, ast: AstBuilder): SelectQuery {
  const skeleton = parseSelect('select distinct_id from person_distinct_ids') as SelectQuery;
  const where = ast.compare(
    '==',
    ast.call('toString', ast.field('person_id')),
    ast.constant(personId.toLowerCase()),
  );
  return { ...skeleton, where };
}

/** Between which moments rows are looked for. */
export interface TimeBounds {
  /** Null: no bound. */
  readonly since: Expr | null;
  readonly until: Expr;
}

/** `after` and `before` of a query for rows (`wire/hogql.md` §12). @throws HogQLError for what is no date */
export function timeBounds(
  {
    after,
    before,
  }: { readonly after?: string | null | undefined; readonly before?: string | null | undefined },
  context: KindContext,
  ast: AstBuilder,
): TimeBounds {
  const until = isSet(before)
    ? bound('before', before, context, ast)
    : momentExpr(new Date(context.now.getTime() + AHEAD_MS), ast);
  const from = isSet(after) ? after : DEFAULT_AFTER;
  return { since: from === 'all' ? null : bound('after', from, context, ast), until };
}

export function timeConditions(
  moment: Expr,
  { since, until }: TimeBounds,
  ast: AstBuilder,
): readonly Expr[] {
  return [
    ast.compare('<', moment, until),
    ...(since === null ? [] : [ast.compare('>', moment, since)]),
  ];
}

/** A date as it was written keeps its microseconds: cursors are such dates. */
function bound(name: string, text: string, { now, project }: KindContext, ast: AstBuilder): Expr {
  const moment = resolveMoment(text, { now, timezone: project.timezone });
  if (moment === null) {
    throw new HogQLError(
      'hogql_query_error',
      `'${text.slice(0, 50)}' in '${name}' is no date: use ISO 8601 or a relative one such as -7d`,
    );
  }
  const isAbsolute = /^\d{4}-/.test(text);
  return isAbsolute ? ast.call('toDateTime', ast.constant(text)) : momentExpr(moment, ast);
}
