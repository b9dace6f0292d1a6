import type { EventsQueryBody } from '@tidemark/contracts';
import type { AstBuilder, Expr, FilterContext, SelectQuery } from '@tidemark/hogql';
import {
  filterTreeExpr,
  HogQLError,
  momentExpr,
  parseExpr,
  parseSelect,
  resolveMoment,
  stepExpr,
} from '@tidemark/hogql';
import type { KindContext } from '../kind';

const DEFAULT_AFTER = '-24h';
/** Clocks of clients may be a little ahead. */
const AHEAD_MS = 5000;

/** Everything an `EventsQuery` asks of its rows; all of it holds (`wire/hogql.md` §12). */
export async function eventConditions(
  body: EventsQueryBody,
  context: KindContext,
  ast: AstBuilder,
): Promise<readonly Expr[]> {
  const { project, now } = context;
  const filters = {
    scope: 'event',
    table: 'events',
    ast,
    now,
    timezone: project.timezone,
    pathCleaning: project.pathCleaning ?? [],
  } as const;
  const events = [...(body.events ?? []), ...(isSet(body.event) ? [body.event] : [])];
  return [
    ...(body.where ?? []).map((condition) => parseExpr(condition)),
    ...conditions(body.properties, filters),
    ...conditions(body.fixedProperties, filters),
    ...(body.filterTestAccounts === true ? conditions(project.testAccountFilters, filters) : []),
    ...(events.length === 0 ? [] : [ast.compare('in', ast.field('event'), ast.list(events))]),
    ...(isSet(body.actionId) ? [await actionCondition(body.actionId, context, ast)] : []),
    ...((body.actionSteps ?? []).length === 0
      ? []
      : [ast.or((body.actionSteps ?? []).map((step) => stepExpr(step, filters)))]),
    ...(isSet(body.personId) ? [personCondition(body.personId, ast)] : []),
    ...timeConditions(body, context, ast),
  ];
}

function isSet<T>(value: T | null | undefined): value is T {
  return value !== null && value !== undefined && value !== '';
}

function conditions(tree: unknown, filters: FilterContext): readonly Expr[] {
  return isSet(tree) ? [filterTreeExpr(tree, filters)] : [];
}

async function actionCondition(
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

/** By the distinct ids that are the person's now. */
function personCondition(personId: string, ast: AstBuilder): Expr {
  const skeleton = parseSelect('select distinct_id from person_distinct_ids') as SelectQuery;
  const where = ast.compare(
    '==',
    ast.call('toString', ast.field('person_id')),
    ast.constant(personId.toLowerCase()),
  );
  return ast.compare('in', ast.field('distinct_id'), { ...skeleton, where });
}

function timeConditions(
  { after, before }: EventsQueryBody,
  context: KindContext,
  ast: AstBuilder,
): readonly Expr[] {
  const timestamp = ast.field('timestamp');
  const until = isSet(before)
    ? bound('before', before, context, ast)
    : momentExpr(new Date(context.now.getTime() + AHEAD_MS), ast);
  const since = isSet(after) ? after : DEFAULT_AFTER;
  return [
    ast.compare('<', timestamp, until),
    ...(since === 'all' ? [] : [ast.compare('>', timestamp, bound('after', since, context, ast))]),
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
