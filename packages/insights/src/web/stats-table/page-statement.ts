import type { WebStatsTableQuery } from '@tidemark/contracts';
import type { Statement } from '@tidemark/hogql';
import { ast } from '../../hogql-builders/ast';
import { EVENTS, timestamp } from '../../hogql-builders/events';
import { statement } from '../../hogql-builders/template';
import type { InsightContext } from '../../insight/context';
import { eventIn, webConditions } from '../visits/conditions';
import type { WebPeriods } from '../visits/periods';
import { inPeriod, inPrevious } from '../visits/periods';
import { sessionStart } from '../visits/sessions';
import { entryHost, entryPath, hostedPath, leftPath, pageHost, shownPath } from './breakdown';
import type { TableForm } from './table-columns';
import { tableSessions } from './table-sessions';

const PATHNAME = '$pathname';
/** The events that record how a page was left. */
const LEAVING = ['$pageview', '$pageleave', '$screen'];

/** The upper limit for the duration of a page view. */
const LONGEST_SECONDS = 86_400;

const JOINED: Readonly<Partial<Record<TableForm, string>>> = {
  bounce: 'b.bounce_rate_1 AS bounce_rate_1, b.bounce_rate_2 AS bounce_rate_2',
  scroll: `b.bounce_rate_1 AS bounce_rate_1, b.bounce_rate_2 AS bounce_rate_2,
    s.average_1 AS average_scroll_percentage_1, s.average_2 AS average_scroll_percentage_2,
    s.most_1 AS scroll_gt80_percentage_1, s.most_2 AS scroll_gt80_percentage_2`,
  time: `ifNull(s.time_1, 0) AS avg_time_on_page_1, ifNull(s.time_2, 0) AS avg_time_on_page_2,
    ifNull(b.bounce_rate_1, 0) AS bounce_rate_1, ifNull(b.bounce_rate_2, 0) AS bounce_rate_2`,
};

/**
 * Pages with the bounce rate of sessions that began on them, the scroll depth or the time spent on them. Sessions
 * count in the period in which they began, also without comparison.
 */
export function pageStatement(
  query: WebStatsTableQuery,
  form: TableForm,
  periods: WebPeriods,
  context: InsightContext,
): Statement {
  const parts = {
    counts: tableSessions(query, periods, context),
    bounces: tableSessions(query, periods, context, {
      value: hostedPath(entryHost(), shownPath(entryPath(), query, context), query),
      // Filters on later pages do not apply to the page on which a session began.
      properties:
        form === 'scroll' ? query.properties : query.properties.filter((one) => !isPath(one)),
    }),
  };
  const left = form === 'bounce' ? '' : 'LEFT JOIN {left} AS s ON c.value = s.value';
  return statement(
    `SELECT c.value AS value, c.visitors_1 AS visitors_1, c.visitors_2 AS visitors_2, c.views_1 AS views_1,
       c.views_2 AS views_2, ${JOINED[form] ?? ''}
     FROM (
       SELECT value, countDistinctIf(visitor, is_current) AS visitors_1,
         countDistinctIf(visitor, is_previous) AS visitors_2, sumIf(views, is_current) AS views_1,
         sumIf(views, is_previous) AS views_2
       FROM {counts} AS sessions GROUP BY value
     ) AS c
     LEFT JOIN (
       SELECT value, avgIf(bounce, is_current) AS bounce_rate_1, avgIf(bounce, is_previous) AS bounce_rate_2
       FROM {bounces} AS sessions GROUP BY value
     ) AS b ON c.value = b.value
     ${left}`,
    form === 'bounce'
      ? parts
      : {
          ...parts,
          left:
            form === 'scroll' ? scrolled(query, periods, context) : looked(query, periods, context),
        },
  );
}

function isPath({ key, type }: WebStatsTableQuery['properties'][number]): boolean {
  return key === PATHNAME && type === 'event';
}

/** The filters with page properties, applied to the page that was left instead of the page that followed. */
function ofLeftPages({ properties }: WebStatsTableQuery): WebStatsTableQuery['properties'] {
  return properties.map((one) => (isPath(one) ? { ...one, key: '$prev_pageview_pathname' } : one));
}

function leaving(query: WebStatsTableQuery, periods: WebPeriods, context: InsightContext) {
  return {
    value: hostedPath(pageHost(), shownPath(leftPath(), query, context), query),
    where: webConditions(query, periods, context, {
      kinds: eventIn(LEAVING),
      properties: ofLeftPages(query),
    }),
  };
}

function scrolled(
  query: WebStatsTableQuery,
  periods: WebPeriods,
  context: InsightContext,
): Statement {
  return statement(
    `SELECT value, avgIf(scroll, is_current) AS average_1, avgIf(scroll, is_previous) AS average_2,
       avgIf(most, is_current) AS most_1, avgIf(most, is_previous) AS most_2
     FROM (
       SELECT {value} AS value, toFloat({scroll}) AS scroll,
         multiIf(isNull(toFloat({content})), NULL, toFloat({content}) > 0.8, 1, 0) AS most,
         {isCurrent} AS is_current, {isPrevious} AS is_previous
       FROM events AS ${EVENTS} WHERE {where}
     )
     WHERE isNotNull(value) GROUP BY value`,
    {
      ...leaving(query, periods, context),
      scroll: ast.field(EVENTS, 'properties', '$prev_pageview_max_scroll_percentage'),
      content: ast.field(EVENTS, 'properties', '$prev_pageview_max_content_percentage'),
      isCurrent: inPeriod(sessionStart(), periods.current),
      isPrevious: inPrevious(sessionStart(), periods),
    },
  );
}

/** The 90th percentile of the time on a page, so that pages in forgotten tabs do not count. */
function looked(
  query: WebStatsTableQuery,
  periods: WebPeriods,
  context: InsightContext,
): Statement {
  return statement(
    `SELECT value, quantileIf(0.9)(seconds, is_current) AS time_1, quantileIf(0.9)(seconds, is_previous) AS time_2
     FROM (
       SELECT {value} AS value, least(toFloat({duration}), ${LONGEST_SECONDS}) AS seconds,
         {isCurrent} AS is_current, {isPrevious} AS is_previous
       FROM events AS ${EVENTS} WHERE {where}
     )
     WHERE isNotNull(value) AND isNotNull(seconds) GROUP BY value`,
    {
      ...leaving(query, periods, context),
      duration: ast.field(EVENTS, 'properties', '$prev_pageview_duration'),
      isCurrent: inPeriod(timestamp(), periods.current),
      isPrevious: inPrevious(timestamp(), periods),
    },
  );
}
