import type { FunnelsQuery } from '@tidemark/contracts';
import type { Expr, Statement } from '@tidemark/hogql';
import type { BreakdownPlan } from '../../../breakdown/parts';
import { breakdownValues } from '../../../breakdown/value-expr';
import { startOf } from '../../../date-range/bucket-expr';
import type { DateRange } from '../../../date-range/date-range';
import { array, ast, number, text } from '../../../hogql-builders/ast';
import { EVENTS } from '../../../hogql-builders/events';
import { statement } from '../../../hogql-builders/template';
import { unionAll } from '../../../hogql-builders/union';
import type { InsightContext } from '../../../insight/context';
import { isWarehouseSeries } from '../../../series/warehouse-series';
import { checkActions, checkWarehouseSteps } from '../../plan/check-steps';
import type { FunnelSettings } from '../../plan/settings';
import type { FunnelScan } from '../rows/scan';
import { eventRows, eventsRead } from '../rows/scan';
import { tableRows } from '../rows/table-rows';
import { funnelActors } from './actors';

/** Rows of all actors; a breakdown by cohorts makes one funnel per cohort. @throws InsightError */
export function actorsOf(
  query: FunnelsQuery,
  settings: FunnelSettings,
  range: DateRange,
  breakdown: BreakdownPlan,
  context: InsightContext,
): Statement {
  checkActions(query, context);
  checkWarehouseSteps(query, breakdown);
  const bucket = (timestamp: Expr): Expr =>
    settings.view === 'trends' ? startOf(range.interval, timestamp) : number(0);
  const readEvents = (mark: Expr | null, more: readonly Expr[]): Statement =>
    eventRows(query, settings, range, context, { mark, more, bucket });
  if (breakdown.kind !== 'cohorts') {
    const read = ast.and(eventsRead(query, settings, range, context));
    const { ofEvents, ofTables } = marksOf(query, breakdown, read);
    const readsEvents =
      settings.exclusions.length > 0 || query.series.some((node) => !isWarehouseSeries(node));
    const scan: FunnelScan = {
      rows: unionAll([
        ...(readsEvents ? [readEvents(ofEvents, [])] : []),
        ...tableRows(query, settings, range, context, { mark: ofTables, bucket }),
      ]),
      parts: breakdown.kind === 'properties' ? breakdown.parts.length : 0,
    };
    return funnelActors(scan, settings);
  }
  return unionAll(
    breakdown.cohorts.map((cohort) => {
      const more =
        cohort === 'all'
          ? []
          : [ast.compare('in cohort', ast.field(EVENTS, 'person_id'), number(cohort))];
      return statement(
        'SELECT actor, {shown} AS shown, period, level, start, times FROM ({actors})',
        {
          shown: array([text(String(cohort === 'all' ? 0 : cohort))]),
          actors: funnelActors({ rows: readEvents(null, more), parts: 0 }, settings),
        },
      );
    }),
  );
}

/**
 * Breakdown values of events and of rows of tables; values of the other kind are missing.
 *
 * @param read the condition for the events that define the bins
 */
function marksOf(
  { series }: FunnelsQuery,
  breakdown: Exclude<BreakdownPlan, { kind: 'cohorts' }>,
  read: Expr,
): { readonly ofEvents: Expr | null; readonly ofTables: Expr | null } {
  if (breakdown.kind === 'none') return { ofEvents: null, ofTables: null };
  const { parts } = breakdown;
  const valuesIn = (where: Expr): Expr => breakdownValues(parts, where, '');
  const missing = array(parts.map(() => text('')));
  if (!series.some(isWarehouseSeries)) return { ofEvents: valuesIn(read), ofTables: null };
  return parts.some(({ type }) => type === 'data_warehouse')
    ? { ofEvents: missing, ofTables: valuesIn(ast.constant(true)) }
    : { ofEvents: valuesIn(read), ofTables: missing };
}
