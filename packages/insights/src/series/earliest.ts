import type { SeriesNode } from '@tidemark/contracts';
import type { Expr, Statement } from '@tidemark/hogql';
import { ast } from '../hogql-builders/ast';
import { EVENTS, timestamp } from '../hogql-builders/events';
import { statement } from '../hogql-builders/template';
import { eventNamesOf } from './condition';
import { isWarehouseSeries, overTable } from './warehouse-series';

/** Earlier timestamps come from wrong clocks (`docs/wire/insights.md#date-all`). */
const EPOCH = '2015-01-01T00:00:00Z';

/**
 * The time in seconds of the first event of the series, or the first row of a table, and their number: the start of
 * ranges from `all`. One statement per source.
 */
export function earliestStatements(series: readonly SeriesNode[]): Statement[] {
  const first = (isRead: readonly Expr[]): Statement =>
    statement(
      `SELECT toUnixTimestamp(min({timestamp})), count({timestamp}) FROM events AS ${EVENTS} WHERE {where}`,
      {
        timestamp: timestamp(),
        where: ast.and([
          ast.compare('>=', timestamp(), ast.call('toDateTime', ast.constant(EPOCH))),
          ...isRead,
        ]),
      },
    );
  const tables = series.filter(isWarehouseSeries);
  const ofEvents = series.filter((node) => !isWarehouseSeries(node));
  const readsEvents = tables.length === 0 || ofEvents.length > 0;
  return [
    ...(readsEvents ? [first(namedEvents(ofEvents))] : []),
    ...tables.map((node) => overTable(first([]), node)),
  ];
}

/** The condition for named events, if all series have names; otherwise null. */
function namedEvents(series: readonly SeriesNode[]): Expr[] {
  const names = series.map(eventNamesOf);
  if (names.length === 0 || names.includes(null)) return [];
  return [
    ast.compare('in', ast.field(EVENTS, 'event'), ast.list(names.flatMap((own) => own ?? []))),
  ];
}
