import type { TrendsQuery } from '@tidemark/contracts';
import type { Expr } from '@tidemark/hogql';
import { filterTreeExpr } from '@tidemark/hogql';
import { timestampOf, onChosenDays } from '../date-range/bucket-expr';
import type { DateRange } from '../date-range/date-range';
import { ast } from '../hogql-builders/ast';
import { timestamp } from '../hogql-builders/events';
import { expr } from '../hogql-builders/template';
import type { InsightContext } from '../insight/context';
import { actorOf } from './actor';
import { allOf, filterContext } from './condition';

/** The parts of an insight that apply to all of its series. */
export type SharedFilters = Pick<
  TrendsQuery,
  'properties' | 'filterTestAccounts' | 'samplingFactor' | 'aggregation_group_type_index'
>;

/** Filters of the whole query, without time; null when there are none. */
export function queryFilters(query: SharedFilters, context: InsightContext): Expr | null {
  const { properties, filterTestAccounts, samplingFactor } = query;
  const filters: Expr[] = [];
  if (isPresent(properties)) filters.push(filterTreeExpr(properties, filterContext(context)));
  if (filterTestAccounts === true) {
    for (const filter of context.testAccountFilters) {
      filters.push(filterTreeExpr(filter, filterContext(context)));
    }
  }
  if (isSampled(samplingFactor)) filters.push(sampled(samplingFactor, query));
  return allOf(filters);
}

/** A condition for events between the ends of a range, both included, on the chosen days of the week. */
export function inRange(range: Pick<DateRange, 'readFrom' | 'to' | 'daysOfWeek'>): Expr {
  const onDays = onChosenDays(range);
  return ast.and([
    ast.compare('>=', timestamp(), timestampOf(range.readFrom)),
    ast.compare('<=', timestamp(), timestampOf(range.to)),
    ...(onDays === null ? [] : [onDays]),
  ]);
}

export function isSampled(factor: number | null | undefined): factor is number {
  return typeof factor === 'number' && factor > 0 && factor < 1;
}

/** Scales a count of a sample to all events. */
export function unsampled(count: number, factor: number | null | undefined): number {
  return isSampled(factor) ? Math.round(count / factor) : count;
}

/** The number of equal shares of all actors from which a sample is taken. */
const SHARES = 10_000;

/** A condition that includes or excludes whole actors, the same ones each time (`docs/wire/insights.md#sampling`). */
function sampled(factor: number, query: SharedFilters): Expr {
  const { id } = actorOf(query.aggregation_group_type_index);
  return expr('cityHash64(toString({id})) % {shares} < {kept}', {
    id,
    shares: ast.constant(SHARES),
    kept: ast.constant(Math.round(factor * SHARES)),
  });
}

function isPresent(properties: SharedFilters['properties']): boolean {
  if (properties === null || properties === undefined) return false;
  return !Array.isArray(properties) || properties.length > 0;
}
