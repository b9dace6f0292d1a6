import type { AstBuilder, Expr, ReadDate, SelectQuery } from '@tidemark/hogql';
import { DATE_FORMS, HogQLError, timestampExpr, parseSelect, readDate } from '@tidemark/hogql';
import type { KindContext } from '../kind';

const DEFAULT_AFTER = '-24h';
/** The tolerance for clocks of clients that run ahead. */
const AHEAD_MS = 5000;

/** The part of a query's context that its conditions need. */
export type RowContext = Pick<KindContext, 'project' | 'lookups' | 'now' | 'warn'>;

export function isSet<T>(value: T | null | undefined): value is T {
  return value !== null && value !== undefined && value !== '';
}

/**
 * The condition that an event matches an action. @throws HogQLError for an action that does not exist or matches
 * nothing
 */
export async function actionCondition(
  id: number,
  { lookups, project }: RowContext,
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

/** The current distinct ids of a person. */
export function distinctIdsOf(personId: string, ast: AstBuilder): SelectQuery {
  const skeleton = parseSelect('select distinct_id from person_distinct_ids') as SelectQuery;
  const where = ast.compare(
    '==',
    ast.call('toString', ast.field('person_id')),
    ast.constant(personId.toLowerCase()),
  );
  return { ...skeleton, where };
}

/** The time range of rows. */
export interface TimeBounds {
  /** Null: no bound. */
  readonly since: Expr | null;
  readonly until: Expr;
}

/**
 * `after` and `before` of a query for rows (`docs/wire/query-kinds.md#events-range`).
 * @throws HogQLError for non-dates
 */
export function timeBounds(
  {
    after,
    before,
  }: { readonly after?: string | null | undefined; readonly before?: string | null | undefined },
  context: RowContext,
  ast: AstBuilder,
): TimeBounds {
  const until = isSet(before) ? bound('before', before, context) : null;
  const from = isSet(after) ? after : DEFAULT_AFTER;
  const since = from === 'all' ? null : bound('after', from, context);
  checkOrder(since, until, context);
  return {
    since: since && boundExpr(since, ast),
    until:
      until === null
        ? timestampExpr(new Date(context.now.getTime() + AHEAD_MS), ast)
        : boundExpr(until, ast),
  };
}

export function timeConditions(
  timestamp: Expr,
  { since, until }: TimeBounds,
  ast: AstBuilder,
): readonly Expr[] {
  return [
    ast.compare('<', timestamp, until),
    ...(since === null ? [] : [ast.compare('>', timestamp, since)]),
  ];
}

interface Bound extends ReadDate {
  readonly text: string;
}

function bound(name: string, text: string, { now, project }: RowContext): Bound {
  const { timezone, weekStartDay } = project;
  const read = readDate(text, { now, timezone, weekStartDay });
  if (read !== null) return { ...read, text: text.trim() };
  throw new HogQLError(
    'hogql_query_error',
    `'${text.slice(0, 50)}' in '${name}' is not a date: ${DATE_FORMS}`,
  );
}

/** An absolute date keeps its microseconds: cursors are such dates. */
const TO_MICROSECONDS = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d\.\d{4,}/;

function boundExpr({ text, at }: Bound, ast: AstBuilder): Expr {
  return TO_MICROSECONDS.test(text)
    ? ast.call('toDateTime', ast.constant(text))
    : timestampExpr(at, ast);
}

/**
 * A relative bound moves, possibly past an absolute one such as a cursor, so only two absolute bounds in the wrong
 * order are an error.
 */
function checkOrder(since: Bound | null, until: Bound | null, context: RowContext): void {
  if (since === null || until === null || since.at <= until.at) return;
  const order = `'after' (${since.at.toISOString()}) is later than 'before' (${until.at.toISOString()})`;
  if (since.isAbsolute && until.isAbsolute) throw new HogQLError('hogql_query_error', order);
  context.warn(`${order}: no row matches.`);
}
