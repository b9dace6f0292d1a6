import type { PathsQuery } from '@tidemark/contracts';
import type { Expr, Statement } from '@tidemark/hogql';
import type { DateRange } from '../date-range/date-range';
import { array, ast, number, text } from '../hogql-builders/ast';
import { EVENTS, timestamp } from '../hogql-builders/events';
import { expr, statement } from '../hogql-builders/template';
import type { InsightContext } from '../insight/context';
import type { Actor } from '../series/actor';
import { actorOf } from '../series/actor';
import { inRange, queryFilters } from '../series/query-filters';
import type { FunnelStretch } from './funnel-stretch';
import { funnelStretch } from './funnel-stretch';
import { pathEvents, pathItem } from './item';

const DEFAULT_STEPS = 5;
const DEFAULT_EDGES = 50;

/** A pause of this length ends a path. */
const SESSION_GAP_SECONDS = 1_800;

/**
 * Edges by how often they were followed: source, target, count, milliseconds
 * (`docs/wire/insights-others.md#path-edges`).
 */
export function pathsStatement(
  query: PathsQuery,
  range: DateRange,
  context: InsightContext,
): Statement {
  const { pathsFilter } = query;
  return statement(
    `SELECT edge.1 AS source, edge.2 AS target, count() AS walked, avg(edge.3) AS duration
     FROM (
       SELECT arrayJoin(arrayMap((to, at) -> tuple(
           concat(toString(at), '_', path[at].2),
           concat(toString(at + 1), '_', to.2),
           dateDiff('millisecond', path[at].1, to.1)),
         arrayPopFront(path), arrayEnumerate(arrayPopFront(path)))) AS edge
       FROM ({paths})
     )
     GROUP BY source, target
     HAVING walked >= {least} AND walked <= {most}
     ORDER BY walked DESC, source, target
     LIMIT {edges}`,
    {
      paths: walkedPaths(query, range, context),
      least: number(pathsFilter.minEdgeWeight ?? 0),
      most: number(pathsFilter.maxEdgeWeight ?? Number.MAX_SAFE_INTEGER),
      edges: number(pathsFilter.edgeLimit ?? DEFAULT_EDGES),
    },
  );
}

/** One row per path, limited to the shown steps: `actor`, and `path` of times and items. */
export function walkedPaths(
  query: PathsQuery,
  range: DateRange,
  context: InsightContext,
): Statement {
  const stretch = funnelStretch(query, context);
  const steps = stepsOfActors(query, range, context, stretch?.member ?? null);
  return statement(
    `SELECT actor, {limited} AS path FROM (SELECT actor, {cut} AS path FROM (
       SELECT actor, arrayFilter((step, next) -> step.2 != next, raw,
           arrayPushBack(arrayPopFront(arrayMap(step -> step.2, raw)), {nothing})) AS path
       FROM (
         SELECT actor, arrayJoin(arraySplit(
             (step, before) -> dateDiff('second', before, step.1) >= {gap},
             steps, arrayPushFront(arrayPopBack(arrayMap(step -> step.1, steps)), steps[1].1))) AS raw
         FROM ({steps})
       )
     ) WHERE {kept})`,
    {
      steps: stretch === null ? steps : withinStretch(steps, stretch),
      gap: number(stretch?.gapSeconds ?? SESSION_GAP_SECONDS),
      // No item has this text: it ends every path's comparison with the next step.
      nothing: text('\u0001'),
      ...between(query),
    },
  );
}

/** One row per actor, and per member of a funnel: their events ordered by time, as times and items. */
function stepsOfActors(
  query: PathsQuery,
  range: DateRange,
  context: InsightContext,
  member: Actor | null,
): Statement {
  const item = pathItem(query, context);
  const actor = actorOf(query.aggregation_group_type_index);
  const where = [
    inRange(range),
    pathEvents(query),
    queryFilters(query, context),
    actor.present,
    member?.present ?? null,
    ...excluded(item, query.pathsFilter.excludeEvents ?? []),
  ];
  return statement(
    `SELECT {actor} AS actor, {member} AS member,
       arraySort(groupArray(tuple({timestamp}, {item}))) AS steps
     FROM events AS ${EVENTS} WHERE {where} GROUP BY actor, member`,
    {
      actor: actor.id,
      member: member?.id ?? text(''),
      timestamp: timestamp(),
      item,
      where: ast.and(where.filter((condition) => condition !== null)),
    },
  );
}

/** The events in the selected part of the funnel, of the actors that reached it. */
function withinStretch(steps: Statement, { actors }: FunnelStretch): Statement {
  return statement(
    `SELECT walker AS actor, arraySort(arrayFlatten(groupArray(arrayFilter(
       step -> toUnixTimestamp64Micro(step.1) >= low AND toUnixTimestamp64Micro(step.1) <= high,
       walked)))) AS steps
     FROM (
       SELECT w.walker AS walker, w.walked AS walked, f.low AS low, f.high AS high
       FROM (SELECT actor AS walker, member, steps AS walked FROM ({steps})) AS w
       INNER JOIN (SELECT actor AS converted, low, high FROM ({actors})) AS f
       ON w.member = f.converted
     )
     GROUP BY walker
     HAVING notEmpty(steps)`,
    { steps, actors },
  );
}

function excluded(item: Expr, names: readonly string[]): Expr[] {
  if (names.length === 0) return [];
  return [ast.compare('not in', item, ast.list(names))];
}

interface Cut {
  /** The path from its start point to its end point. */
  readonly cut: Expr;
  /** Whether a path contains the requested points. */
  readonly kept: Expr;
  /** The path limited to the number of shown steps. */
  readonly limited: Expr;
}

function between({ pathsFilter }: PathsQuery): Cut {
  const steps = number(pathsFilter.stepLimit ?? DEFAULT_STEPS);
  const path = ast.field('path');
  const start = pointOf(pathsFilter.startPoint);
  const end = pointOf(pathsFilter.endPoint);
  const kept = [start, end]
    .filter((point) => point !== null)
    .map((point) => expr('arrayExists(step -> step.2 = {point}, path)', { point }));
  const fromStart =
    start === null ? path : expr('arraySlice(path, {at})', { at: placeOf(start, path) });
  const cut =
    end === null
      ? fromStart
      : expr('arraySlice({path}, 1, {at})', { path: fromStart, at: placeOf(end, fromStart) });
  return { cut, kept: ast.and(kept), limited: limitedPath(steps, start, end) };
}

/** A point of a path; a trailing slash makes no difference. */
function pointOf(point: string | null | undefined): Expr | null {
  if (point === null || point === undefined || point === '') return null;
  return text(point.length > 1 ? point.replace(/\/$/, '') : point);
}

function placeOf(point: Expr, path: Expr): Expr {
  return expr('arrayFirstIndex(step -> step.2 = {point}, {path})', { point, path });
}

/** The first steps; the last ones before an end point; both ends with dots between them if there are two points. */
function limitedPath(steps: Expr, start: Expr | null, end: Expr | null): Expr {
  if (end === null) return expr('arraySlice(path, 1, {steps})', { steps });
  if (start === null) return expr('arraySlice(path, -{steps})', { steps });
  return expr(
    `if(length(path) <= {steps}, path, arrayConcat(
       arraySlice(path, 1, intDiv({steps}, 2)),
       {dots},
       arraySlice(path, -intDiv({steps}, 2))))`,
    { steps, dots: array([expr("tuple(path[intDiv({steps}, 2) + 1].1, '...')", { steps })]) },
  );
}
