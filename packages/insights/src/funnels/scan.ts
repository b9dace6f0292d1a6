import type { FunnelsQuery, SeriesNode } from '@tidemark/contracts';
import type { Expr } from '@tidemark/hogql';
import { momentOf, timestamp } from '../date-range/bucket-expr';
import type { DateRange } from '../date-range/resolve-date-range';
import type { InsightContext } from '../insight-context';
import type { Actor } from '../series/actor';
import { actorOf } from '../series/actor';
import { EVENTS, eventNamesOf, seriesCondition } from '../series/condition';
import { inRange, queryFilters } from '../series/query-filters';
import { userExpr } from '../series/user-expr';
import { ast, number, text } from '../sql/ast';
import { expr, statement } from '../sql/template';
import type { FunnelSettings } from './settings';

/** What a funnel reads of events. */
export interface FunnelScan {
  readonly actor: Actor;
  /** Steps an event matches, as bits from 0; exclusions as the bits after them. */
  readonly mask: Expr;
  readonly where: Expr;
  /** A list of texts per event; null without a breakdown by properties. */
  readonly breakdown: Expr | null;
}

/** @param more further conditions, such as membership in a cohort */
export function funnelScan(
  query: FunnelsQuery,
  settings: FunnelSettings,
  range: DateRange,
  context: InsightContext,
  given: { readonly breakdown: Expr | null; readonly more: readonly Expr[] },
): FunnelScan {
  const actor = funnelActor(query);
  const steps = query.series.map((node, index) =>
    stepCondition(node, index, query, range, context),
  );
  const exclusions = settings.exclusions.map(
    (node, index) =>
      seriesCondition(node, context, `funnelsFilter.exclusions.${index}`) ?? ast.constant(true),
  );
  const where = [
    inRange(range),
    queryFilters(query, context),
    actor.present,
    // A strict funnel is broken by any other event, so it has to see them all.
    settings.order === 'strict' ? null : namedEvents([...query.series, ...settings.exclusions]),
    ...given.more,
  ];
  return {
    actor,
    mask: maskOf([...steps, ...exclusions]),
    where: ast.and(where.filter((condition) => condition !== null)),
    breakdown: given.breakdown,
  };
}

/** Who goes through the funnel: a person, a group, or whatever an expression of the user's names. */
export function funnelActor({ aggregation_group_type_index, funnelsFilter }: FunnelsQuery): Actor {
  const source = funnelsFilter?.funnelAggregateByHogQL;
  if (source === null || source === undefined || source === '' || source === 'person_id') {
    return actorOf(aggregation_group_type_index);
  }
  const value = userExpr(source, 'funnelsFilter.funnelAggregateByHogQL');
  const id = expr("ifNull(toString({value}), '')", { value });
  return { id, present: ast.compare('!=', id, text('')) };
}

function maskOf(conditions: readonly Expr[]): Expr {
  const bits = conditions.map((condition, bit) =>
    expr('if({condition}, {value}, 0)', { condition, value: number(2 ** bit) }),
  );
  const [first, ...others] = bits;
  if (first === undefined) throw new Error('A funnel has steps');
  return others.reduce<Expr>((sum, bit) => expr('{sum} + {bit}', { sum, bit }), first);
}

function stepCondition(
  node: SeriesNode,
  index: number,
  query: FunnelsQuery,
  range: DateRange,
  context: InsightContext,
): Expr {
  const condition = seriesCondition(node, context, `series.${index}`) ?? ast.constant(true);
  const math = node.math ?? 'total';
  if (!math.startsWith('first_')) return condition;
  return ast.and([condition, isFirst(node, condition, query, range, context)]);
}

/** Only the first event of that name ever, or the first that passes the filters (§4.3). */
function isFirst(
  node: SeriesNode,
  condition: Expr,
  query: FunnelsQuery,
  range: DateRange,
  context: InsightContext,
): Expr {
  const actor = funnelActor(query);
  const byName =
    node.kind === 'EventsNode' && typeof node.event === 'string'
      ? ast.compare('==', ast.field(EVENTS, 'event'), text(node.event))
      : null;
  const counted =
    node.math === 'first_time_for_user' ? [byName] : [condition, queryFilters(query, context)];
  const conditions = [
    ast.compare('<=', timestamp(), momentOf(range.to)),
    actor.present,
    ...counted,
  ].filter((one) => one !== null);
  return ast.compare(
    'in',
    ast.field(EVENTS, 'uuid'),
    statement(
      `SELECT argMin(${EVENTS}.uuid, {timestamp}) FROM events AS ${EVENTS} WHERE {where} GROUP BY {actor}`,
      { timestamp: timestamp(), where: ast.and(conditions), actor: actor.id },
    ),
  );
}

/** Events that no step can want are not even read; null when any can be. */
function namedEvents(nodes: readonly SeriesNode[]): Expr | null {
  const names = new Set<string>();
  for (const node of nodes) {
    const own = eventNamesOf(node);
    if (own === null) return null;
    for (const name of own) names.add(name);
  }
  return ast.compare('in', ast.field(EVENTS, 'event'), ast.list([...names]));
}
