import type { FunnelsQuery, SeriesNode } from '@tidemark/contracts';
import type { Expr, Statement } from '@tidemark/hogql';
import { timestampOf } from '../../../date-range/bucket-expr';
import type { DateRange } from '../../../date-range/date-range';
import { ast, number, text } from '../../../hogql-builders/ast';
import { EVENTS, timestamp } from '../../../hogql-builders/events';
import { expr, statement } from '../../../hogql-builders/template';
import { userExpr } from '../../../hogql-builders/user-expr';
import type { InsightContext } from '../../../insight/context';
import type { Actor } from '../../../series/actor';
import { actorOf } from '../../../series/actor';
import { entityCondition, namedEvents, seriesCondition } from '../../../series/condition';
import { inRange, queryFilters } from '../../../series/query-filters';
import { isWarehouseSeries } from '../../../series/warehouse-series';
import type { FunnelSettings } from '../../plan/settings';

/** A list without a value: the breakdown value of events without a breakdown. */
const NO_VALUE = "['']";

/** The rows that a funnel reads. */
export interface FunnelScan {
  /**
   * A row per event: `actor`, `at` (microseconds), `mask` (the steps it matches, as bits from 0, and exclusions as
   * the bits after them), `bucket` (the start of its interval) and `mark` (its breakdown value, a list of texts).
   */
  readonly rows: Statement;
  /** The number of properties whose values are in `mark`. */
  readonly parts: number;
  /**
   * The values of each actor if they do not come from its marks: an aggregate over its rows, which returns a list of
   * texts.
   */
  readonly picked?: Expr;
}

/** The columns of a row other than the steps that it matches. */
export interface RowParts {
  /** Null if there is no breakdown by properties. */
  readonly mark: Expr | null;
  readonly bucket: (timestamp: Expr) => Expr;
}

/** The rows of a funnel on events. @param more further conditions, such as membership in a cohort */
export function eventRows(
  query: FunnelsQuery,
  settings: FunnelSettings,
  range: DateRange,
  context: InsightContext,
  given: RowParts & { readonly more: readonly Expr[] },
): Statement {
  const actor = funnelActor(query);
  const steps = query.series.map((node, index) =>
    isWarehouseSeries(node) ? null : isStep(node, index, query, range, context),
  );
  const exclusions = settings.exclusions.map(
    (node, index) =>
      seriesCondition(node, context, `funnelsFilter.exclusions.${index}`) ?? ast.constant(true),
  );
  const where = [...eventsRead(query, settings, range, context), ...given.more];
  const isMixed = query.series.some(isWarehouseSeries);
  return statement(
    `SELECT {actor} AS actor, toUnixTimestamp64Micro({timestamp}) AS at, {mask} AS mask,
       {bucket} AS bucket, {mark} AS mark
     FROM events AS ${EVENTS} WHERE {where}`,
    {
      // Actors of table rows are texts.
      actor: isMixed ? ast.call('toString', actor.id) : actor.id,
      timestamp: timestamp(),
      mask: maskOf([...steps, ...exclusions]),
      bucket: given.bucket(timestamp()),
      mark: given.mark ?? expr(NO_VALUE),
      where: ast.and(where),
    },
  );
}

/** The events that a funnel reads. */
export function eventsRead(
  query: FunnelsQuery,
  { order, exclusions }: FunnelSettings,
  range: DateRange,
  context: InsightContext,
): Expr[] {
  const own = query.series.filter((node) => !isWarehouseSeries(node));
  return [
    inRange(range),
    queryFilters(query, context),
    funnelActor(query).present,
    // Any other event breaks a strict funnel, so the funnel has to read all events.
    order === 'strict' ? null : namedEvents([...own, ...exclusions]),
  ].filter((condition) => condition !== null);
}

/** The actor of a funnel: a person, a group, or the value of an expression. */
export function funnelActor({ aggregation_group_type_index, funnelsFilter }: FunnelsQuery): Actor {
  const source = funnelsFilter?.funnelAggregateByHogQL;
  if (source === null || source === undefined || source === '' || source === 'person_id') {
    return actorOf(aggregation_group_type_index);
  }
  const value = userExpr(source, 'funnelsFilter.funnelAggregateByHogQL');
  const id = expr("ifNull(toString({value}), '')", { value });
  return { id, present: ast.compare('!=', id, text('')) };
}

/** A bit for each condition that holds; null means a condition that is never true. */
export function maskOf(conditions: readonly (Expr | null)[]): Expr {
  const bits = conditions.flatMap((condition, bit) =>
    condition === null
      ? []
      : [expr('if({condition}, {value}, 0)', { condition, value: number(2 ** bit) })],
  );
  const [first, ...others] = bits;
  if (first === undefined) throw new Error('A funnel has steps');
  return others.reduce<Expr>((sum, bit) => expr('{sum} + {bit}', { sum, bit }), first);
}

/** Whether an event matches a step. */
export function isStep(
  node: SeriesNode,
  index: number,
  query: FunnelsQuery,
  range: DateRange,
  context: InsightContext,
): Expr {
  const field = `series.${index}`;
  const condition = seriesCondition(node, context, field) ?? ast.constant(true);
  const math = node.math ?? 'total';
  if (!math.startsWith('first_')) return condition;
  const counted =
    math === 'first_time_for_user'
      ? [entityCondition(node, context, field)]
      : [condition, queryFilters(query, context)];
  return ast.and([condition, isFirst(counted, query, range)]);
}

/**
 * Only the first event or action of that name ever, or the first that matches the filters
 * (`docs/wire/insights-funnels.md#funnel-first-time`).
 */
function isFirst(counted: readonly (Expr | null)[], query: FunnelsQuery, range: DateRange): Expr {
  const actor = funnelActor(query);
  const conditions = [
    ast.compare('<=', timestamp(), timestampOf(range.to)),
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
