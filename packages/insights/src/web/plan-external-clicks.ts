import type { WebExternalClicksTableQuery } from '@tidemark/contracts';
import type { SelectQuery } from '@tidemark/hogql';
import { ast, text } from '../hogql-builders/ast';
import { EVENTS } from '../hogql-builders/events';
import { expr, statement } from '../hogql-builders/template';
import type { InsightContext } from '../insight/context';
import { eventIn, samplingRateOf, shareOf, webConditions } from './visits/conditions';
import { webPeriod } from './visits/periods';
import type { WebTablePlan } from './visits/table-plan';
import { COLUMN_PREFIX, DEFAULT_TABLE_LIMIT } from './visits/table-plan';

const COLUMNS = [
  ['url', 'Nullable(String)'],
  ['visitors', 'UInt64'],
  ['clicks', 'UInt64'],
] as const;

/** WebExternalClicksTableQuery: visitors and clicks by the address that was clicked. @throws InsightError */
export function planWebExternalClicks(
  query: WebExternalClicksTableQuery,
  context: InsightContext,
): WebTablePlan {
  const samplingRate = samplingRateOf(query);
  const share = shareOf(samplingRate);
  const types = COLUMNS.map(([name, type]) => [`${COLUMN_PREFIX}${name}`, type] as const);
  return {
    statement: clicksStatement(query, context),
    limit: query.limit ?? DEFAULT_TABLE_LIMIT,
    columns: types.map(([name]) => name),
    types,
    samplingRate,
    results: (rows) =>
      rows.map(([url, visitors, clicks]) => [
        url,
        Number(visitors) / share,
        Number(clicks) / share,
      ]),
  };
}

function clicksStatement(query: WebExternalClicksTableQuery, context: InsightContext): SelectQuery {
  const address = ast.field(EVENTS, 'properties', '$external_click_url');
  const isClick = ast.compare('==', ast.field(EVENTS, 'properties', '$event_type'), text('click'));
  const kinds = ast.and([eventIn(['$autocapture']), isClick]);
  return statement(
    `SELECT url, count(DISTINCT visitor) AS visitors, count() AS clicks
     FROM (
       SELECT {url} AS url, {visitor} AS visitor FROM events AS ${EVENTS} WHERE {where}
     )
     WHERE isNotNull(url) AND url != ''
     GROUP BY url
     ORDER BY visitors DESC, url ASC`,
    {
      url:
        query.stripQueryParams === true
          ? expr('cutQueryStringAndFragment({address})', { address })
          : address,
      visitor: ast.field(EVENTS, 'person_id'),
      where: webConditions(query, webPeriod(query, context), context, { kinds }),
    },
  ) as SelectQuery;
}
