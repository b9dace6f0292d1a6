import type { RetentionQuery, SeriesNode } from '@tidemark/contracts';
import type { Expr, Statement } from '@tidemark/hogql';
import { readBreakdown } from '../../breakdown/parts';
import { breakdownValues } from '../../breakdown/value-expr';
import { timestampOf } from '../../date-range/bucket-expr';
import { array, ast, number, text } from '../../hogql-builders/ast';
import { EVENTS, timestamp } from '../../hogql-builders/events';
import { expr, statement } from '../../hogql-builders/template';
import { unionAll } from '../../hogql-builders/union';
import type { InsightContext } from '../../insight/context';
import { actorOf } from '../../series/actor';
import { allOf } from '../../series/condition';
import { inCohort } from '../../series/in-cohort';
import { queryFilters } from '../../series/query-filters';
import { conditionOf, isWarehouseSeries, rowsOf } from '../../series/warehouse-series';
import { retentionEntities } from '../plan/entities';
import type { RetentionLayout } from '../plan/layout';
import { propertySums } from '../plan/property-sums';

/** The rows that retention reads. */
export interface RetentionScan {
  /** Targets and returns in the form of events; null for events themselves. */
  readonly rows: Statement | null;
  readonly actor: Expr;
  /** A condition that leaves out events without an actor; null when every event has one. */
  readonly present: Expr | null;
  /** A list of texts. */
  readonly breakdown: Expr;
  readonly target: Expr;
  readonly returning: Expr;
  /** The condition for the target by its name alone, for the first occurrence ever. */
  readonly occurrence: Expr;
  /** Filters of the whole query; null if there are none. */
  readonly filters: Expr | null;
  /** The number of an event that cells add up; null when they only count. */
  readonly value: Expr | null;
}

export function isFirst({ retentionFilter }: RetentionQuery): boolean {
  return (retentionFilter.retentionType ?? 'retention_recurring') !== 'retention_recurring';
}

export function isEver({ retentionFilter }: RetentionQuery): boolean {
  return retentionFilter.retentionType === 'retention_first_ever_occurrence';
}

/** The rows that retention reads. @param cohort reads only its members; null for all persons. @throws InsightError */
export function retentionScan(
  query: RetentionQuery,
  layout: RetentionLayout,
  context: InsightContext,
  cohort: number | 'all' | null,
): RetentionScan {
  const { target, returning } = retentionEntities(query);
  if (isWarehouseSeries(target) || isWarehouseSeries(returning)) {
    return tableScan(query, layout, context);
  }
  const { id: actor, present } = actorOf(query.aggregation_group_type_index);
  return {
    rows: null,
    actor,
    present,
    breakdown: breakdownOf(query, context),
    target: matching(target, context, 'target'),
    returning: matching(returning, context, 'returning'),
    occurrence: occurrenceOf(target),
    filters: inCohort(queryFilters(query, context), cohort),
    value: propertySums(query)?.value ?? null,
  };
}

/** Reads two sources, one after the other: each has its own rows and time column. */
function tableScan(
  query: RetentionQuery,
  layout: RetentionLayout,
  context: InsightContext,
): RetentionScan {
  const { target, returning } = retentionEntities(query);
  const end = ast.compare('<', timestamp(), timestampOf(layout.end));
  const inTable = ast.compare('>=', timestamp(), timestampOf(layout.rows[0] ?? layout.end));
  const isTarget = matching(target, context, 'target');
  const isReturn = matching(returning, context, 'returning');
  const arm = (node: SeriesNode, role: Role): Statement => {
    const own = actorOf(isWarehouseSeries(node) ? null : query.aggregation_group_type_index);
    const id = expr("ifNull(toString({id}), '')", { id: own.id });
    const rows = statement(
      `SELECT {id} AS actor, toTimeZone({timestamp}, {zone}) AS timestamp, {breakdown} AS breakdown,
         {target} AS is_target, {occurrence} AS is_occurrence, {returning} AS is_return
       FROM events AS ${EVENTS} WHERE {where}`,
      {
        id,
        timestamp: timestamp(),
        zone: text(context.timezone),
        breakdown: isWarehouseSeries(node) ? array([text('')]) : breakdownOf(query, context),
        target: flag(role.target),
        occurrence: flag(role.occurrence),
        returning: flag(role.returning),
        where: ast.and([...role.where, end, ast.compare('!=', id, text(''))]),
      },
    );
    return rowsOf(rows, node);
  };
  const never = ast.constant(false);
  const occurrence = occurrenceOf(target);
  const arms = [
    arm(target, {
      target: isTarget,
      occurrence,
      returning: never,
      where: isFirst(query) ? [occurrence] : [isTarget, inTable],
    }),
    arm(returning, {
      target: never,
      occurrence: never,
      returning: ast.constant(true),
      where: [isReturn, inTable],
    }),
  ];
  const is = (name: string): Expr => ast.compare('==', ast.field(EVENTS, name), number(1));
  return {
    rows: unionAll(arms),
    actor: ast.field(EVENTS, 'actor'),
    present: null,
    breakdown: ast.field(EVENTS, 'breakdown'),
    target: is('is_target'),
    returning: is('is_return'),
    occurrence: is('is_occurrence'),
    filters: null,
    value: null,
  };
}

/** The role of a source's rows. */
interface Role {
  readonly target: Expr;
  readonly occurrence: Expr;
  readonly returning: Expr;
  readonly where: readonly Expr[];
}

function flag(condition: Expr): Expr {
  return expr('if({condition}, 1, 0)', { condition });
}

function breakdownOf({ breakdownFilter }: RetentionQuery, { pathCleaning }: InsightContext): Expr {
  const breakdown = readBreakdown(breakdownFilter, pathCleaning);
  return breakdown.kind === 'properties'
    ? breakdownValues(breakdown.parts, ast.constant(true), '')
    : array([text('')]);
}

function matching(node: SeriesNode, context: InsightContext, name: string): Expr {
  return conditionOf(node, context, `retentionFilter.${name}Entity`) ?? ast.constant(true);
}

/** The target by its name alone; each row of a table matches. */
function occurrenceOf(target: SeriesNode): Expr {
  if (target.kind === 'EventsNode' && typeof target.event === 'string') {
    return ast.compare('==', ast.field(EVENTS, 'event'), text(target.event));
  }
  return target.kind === 'ActionsNode'
    ? ast.call('matchesAction', number(target.id))
    : ast.constant(true);
}

/** The conjunction of all given conditions. */
export function every(...conditions: readonly (Expr | null)[]): Expr {
  return allOf(conditions.filter((condition) => condition !== null)) ?? ast.constant(true);
}

/** Applies a statement to the scanned rows, which it refers to by the alias of events. */
export function overScan(
  { rows }: RetentionScan,
  select: string,
  rest: string,
  parts: Readonly<Record<string, Expr | Statement>>,
): Statement {
  return rows === null
    ? statement(`${select} FROM events AS ${EVENTS} ${rest}`, parts)
    : statement(`${select} FROM (SELECT * FROM ({rows})) AS ${EVENTS} ${rest}`, { ...parts, rows });
}
