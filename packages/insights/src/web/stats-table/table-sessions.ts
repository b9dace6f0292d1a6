import type { WebStatsTableQuery } from '@tidemark/contracts';
import type { Expr, Statement } from '@tidemark/hogql';
import { timestampOf } from '../../date-range/bucket-expr';
import { ast } from '../../hogql-builders/ast';
import { EVENTS, timestamp } from '../../hogql-builders/events';
import { expr, statement } from '../../hogql-builders/template';
import type { InsightContext } from '../../insight/context';
import { eventIn, goalOf, isView, webConditions } from '../visits/conditions';
import type { WebPeriods } from '../visits/periods';
import { inPeriod, inPrevious } from '../visits/periods';
import { isBounce, sessionId, sessionStart } from '../visits/sessions';
import { breakdownValue, isShown, REFERRERS } from './breakdown';
import { isOfFirstView } from './first-view';
import { formOf } from './table-columns';

const FRUSTRATIONS = ['$pageview', '$screen', '$rageclick', '$dead_click', '$exception'];

/** The key by which events without a session are grouped: their person. */
function sessionKey(): Expr {
  return expr('if(empty({session}), toString({person}), {session})', {
    session: sessionId(),
    person: ast.field(EVENTS, 'person_id'),
  });
}

/**
 * One row per session and value: `visitor`, `value`, `is_current`, `is_previous` by the time the session began, and
 * the numbers it contributes.
 *
 * @param value replaces the table's own breakdown
 * @throws InsightError
 */
export function tableSessions(
  query: WebStatsTableQuery,
  periods: WebPeriods,
  context: InsightContext,
  more: { readonly value?: Expr; readonly properties?: WebStatsTableQuery['properties'] } = {},
): Statement {
  const isFrustration = formOf(query) === 'frustration';
  const goal = isFrustration ? null : goalOf(query, context);
  const kinds = isFrustration
    ? eventIn(FRUSTRATIONS)
    : goal === null
      ? isView()
      : ast.or([isView(), goal]);
  const start = ast.field('start');
  const given = more.properties === undefined ? { kinds } : { kinds, properties: more.properties };
  const joined = query.breakdownBy === 'InitialReferringURL';
  const shared = {
    person: ast.field(EVENTS, 'person_id'),
    value: more.value ?? breakdownValue(query, context),
    key: sessionKey(),
    session: sessionId(),
    start: sessionStart(),
    bounce: isBounce(),
    where: webConditions(query, periods, context, given),
    isCurrent: inPeriod(start, periods.current),
    isPrevious: inPrevious(start, periods),
    ...(goal !== null && { goal }),
    ...(joined && { referrers: firstReferrers(periods) }),
  };
  const own = isFrustration
    ? `countIf(${EVENTS}.event = '$exception') AS errors, countIf(${EVENTS}.event = '$rageclick') AS rage_clicks,
       countIf(${EVENTS}.event = '$dead_click') AS dead_clicks`
    : goal === null
      ? 'count() AS views, any({bounce}) AS bounce'
      : 'countIf({goal}) AS conversions, any(if({goal}, {person}, NULL)) AS converted';
  // One value for a whole session; events without a session have none.
  const ofSession = isOfFirstView(query.breakdownBy);
  const join = joined
    ? `LEFT JOIN {referrers} AS ${REFERRERS} ON {session} = ${REFERRERS}.session_id`
    : '';
  return statement(
    `SELECT *, {isCurrent} AS is_current, {isPrevious} AS is_previous
     FROM (
       SELECT {key} AS session_key, {value} AS value, any({person}) AS visitor, min({start}) AS start, ${own}
       FROM events AS ${EVENTS} ${join}
       WHERE ${ofSession ? 'notEmpty({session}) AND ' : ''}{where}
       GROUP BY session_key${ofSession ? '' : ', value'}
     )
     WHERE ${more.value === undefined ? isShown(query.breakdownBy) : 'isNotNull(value)'}`,
    shared,
  );
}

/** Sessions that began more days before the period are not found. */
const LOOK_BACK_DAYS = 1;

/** The referrer of the first page of each session that has one. */
function firstReferrers({ current, previous }: WebPeriods): Statement {
  const first = previous === null || current.from < previous.from ? current.from : previous.from;
  const last = previous === null || current.to > previous.to ? current.to : previous.to;
  return statement(
    `SELECT {session} AS session_id, argMin({referrer}, {timestamp}) AS referrer
     FROM events AS ${EVENTS}
     WHERE notEmpty({session}) AND isNotNull({referrer}) AND {isView} AND {timestamp} >= {from} AND {timestamp} <= {to}
     GROUP BY session_id`,
    {
      session: sessionId(),
      referrer: ast.field(EVENTS, 'properties', '$referrer'),
      timestamp: timestamp(),
      isView: isView(),
      from: timestampOf(first.minus({ days: LOOK_BACK_DAYS })),
      to: timestampOf(last),
    },
  );
}
