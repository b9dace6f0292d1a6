import type { FunnelsActorsQuery } from '@tidemark/contracts';
import type { Expr, Statement } from '@tidemark/hogql';
import { DEFAULT_BREAKDOWN_LIMIT } from '../../breakdown/markers';
import { readBreakdown } from '../../breakdown/parts';
import { momentOf, startOf } from '../../date-range/bucket-expr';
import { previousPeriod } from '../../date-range/previous-period';
import { rangeOfQuery } from '../../date-range/range-of-query';
import type { DateRange } from '../../date-range/resolve-date-range';
import { readDate } from '../../date-range/read-date';
import { startOfInterval } from '../../date-range/zoned';
import type { InsightContext } from '../../insight-context';
import { localNow } from '../../insight-context';
import { InsightError } from '../../insight-error';
import { array, ast, number, text } from '../../sql/ast';
import { expr, statement } from '../../sql/template';
import { actorsOf } from '../journeys/all-actors';
import type { FunnelSettings } from '../settings/settings';
import { funnelSettings } from '../settings/read-settings';
import { stepCondition } from './step-condition';
import { stepReached } from './step-reached';

const OTHER = 'Other';

/** The people behind a number of a funnel, by `actor_id` (`wire/insights.md` §4.9). @throws InsightError */
export function funnelActorsStatement(
  query: FunnelsActorsQuery,
  context: InsightContext,
): Statement {
  const { actors, where } = funnelActorRows(query, context);
  return statement(
    'SELECT DISTINCT actor AS actor_id FROM ({actors}) WHERE {where} ORDER BY actor_id',
    { actors, where },
  );
}

/** A funnel's actors, and which of them a query means. */
export interface FunnelActorRows {
  /** See `funnelActors`. */
  readonly actors: Statement;
  readonly where: Expr;
  readonly settings: FunnelSettings;
  readonly range: DateRange;
}

/** @throws InsightError */
export function funnelActorRows(
  query: FunnelsActorsQuery,
  context: InsightContext,
): FunnelActorRows {
  const { source } = query;
  const settings = funnelSettings(source);
  const current = rangeOfQuery(source.dateRange, source.interval ?? 'day', context);
  const range =
    query.compare === 'previous'
      ? previousPeriod(current, source.compareFilter?.compare_to)
      : current;
  const breakdown = readBreakdown(source.breakdownFilter, context.pathCleaning);
  const actors = actorsOf(source, settings, range, breakdown, context);
  const conditions = [
    settings.view === 'trends'
      ? periodCondition(query, settings, range.interval, context)
      : stepCondition(query.funnelStep, settings, 'funnelStep'),
    ...breakdownCondition(query, settings, actors),
  ];
  return { actors, where: ast.and(conditions), settings, range };
}

/** Those who entered in a period, and converted or dropped off. */
function periodCondition(
  { funnelTrendsDropOff, funnelTrendsEntrancePeriodStart }: FunnelsActorsQuery,
  settings: FunnelSettings,
  interval: Parameters<typeof startOf>[0],
  context: InsightContext,
): Expr {
  if (
    typeof funnelTrendsEntrancePeriodStart !== 'string' ||
    typeof funnelTrendsDropOff !== 'boolean'
  ) {
    throw new InsightError(
      'Actors of funnel trends need funnelTrendsDropOff and funnelTrendsEntrancePeriodStart',
      'funnelTrendsEntrancePeriodStart',
    );
  }
  const { moment } = readDate(funnelTrendsEntrancePeriodStart, localNow(context));
  const start = startOfInterval(moment, interval, context.weekStartDay);
  const [entered, done] = [settings.from, settings.to].map((step) => stepReached(step, settings));
  return expr(
    `period = {start} AND (${entered}) AND ${funnelTrendsDropOff ? 'NOT ' : ''}(${done})`,
    {
      start: startOf(interval, momentOf(start)),
    },
  );
}

function breakdownCondition(
  { source, funnelStepBreakdown }: FunnelsActorsQuery,
  settings: FunnelSettings,
  actors: Statement,
): Expr[] {
  if (funnelStepBreakdown === null || funnelStepBreakdown === undefined) return [];
  const values = (
    Array.isArray(funnelStepBreakdown) ? funnelStepBreakdown : [funnelStepBreakdown]
  ).map(String);
  if (values.length > 0 && values.every((value) => value === OTHER)) {
    return [
      beyondLimit(
        source.breakdownFilter?.breakdown_limit ?? DEFAULT_BREAKDOWN_LIMIT,
        settings,
        actors,
      ),
    ];
  }
  return [ast.compare('==', ast.field('shown'), array(values.map(text)))];
}

/** The values that the funnel takes together: those beyond the limit, in the order of its rows. */
function beyondLimit(limit: number, { steps }: FunnelSettings, actors: Statement): Expr {
  const order = Array.from(
    { length: steps },
    (_, at) => `countIf(level >= ${steps - 1 - at}) DESC`,
  );
  return ast.compare(
    'in',
    ast.field('shown'),
    statement(
      `SELECT value FROM (
         SELECT value, row_number() OVER (ORDER BY ${order.map((_, at) => `c${at} DESC`).join(', ')}, value) AS place
         FROM (SELECT shown AS value, ${order.map((sql, at) => `${sql.replace(' DESC', '')} AS c${at}`).join(', ')}
           FROM ({actors}) GROUP BY shown)
       ) WHERE place > {limit}`,
      { actors, limit: number(limit) },
    ),
  );
}
