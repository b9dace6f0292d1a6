import type { Taxonomy } from './draft';
import { draftQuery } from './draft-query';
import { compile } from './test-support/compile';

const TAXONOMY: Taxonomy = {
  events: ['signup', 'purchase', '$pageview', 'Video Played', 'user_logged_in', 'report-exported'],
  eventProperties: ['$browser', 'plan', 'amount', 'duration', 'order value', 'utm_source'],
  personProperties: ['company size', 'email', 'plan_tier'],
};
const NOW = new Date('2026-03-10T12:00:00Z');

function draft(prompt: string, taxonomy = TAXONOMY) {
  const drafted = draftQuery(prompt, taxonomy, NOW);
  if (drafted.outcome === 'unclear') return { sql: '', notes: [], reason: drafted.reason };
  compile(drafted.sql);
  return { ...drafted, sql: drafted.sql.replace(/\s+/g, ' '), reason: '' };
}

const RECENT = 'timestamp >= now() - INTERVAL 30 DAY';

/** Prompts, each with a part that the drafted statement must contain. */
it.each([
  ['pageviews per day by browser last 30 days', `GROUP BY day, browser`],
  ['pageviews per day by browser last 30 days', `event = '$pageview' AND ${RECENT}`],
  [
    'Page Views yesterday',
    "event = '$pageview' AND timestamp >= toStartOfDay(now()) - INTERVAL 1 DAY",
  ],
  [
    'how many sign-ups in the last two weeks',
    "event = 'signup' AND timestamp >= now() - INTERVAL 2 WEEK",
  ],
  ['singups today', "event = 'signup'"],
  ['users who signed up', "countIf(event = 'signup') AS level"],
  ['logins last 24h', "event = 'user_logged_in' AND timestamp >= now() - INTERVAL 24 HOUR"],
  ['video plays', "event = 'Video Played'"],
  ['exported reports', "event = 'report-exported'"],
  ['events of all time', 'SELECT count() AS total FROM events'],
  ['unique visitors per week', 'SELECT toStartOfWeek(timestamp) AS week, uniq(person_id) AS users'],
  ['daily active users', 'SELECT toStartOfDay(timestamp) AS day, uniq(person_id) AS users'],
  ['number of sessions weekly', 'uniq(properties.$session_id) AS sessions'],
  ['pageviews per user', 'count() / nullIf(uniq(person_id), 0) AS events_per_user'],
  ['average order value', 'avg(toFloat(properties.`order value`)) AS avg_order_value'],
  ['sum of amount by plan', 'sum(toFloat(properties.amount)) AS sum_amount'],
  ['total purchases', "SELECT count() AS total FROM events WHERE event = 'purchase'"],
  ['median duration', 'median(toFloat(properties.duration)) AS median_duration'],
  ['p90 of duration', 'quantile(0.9)(toFloat(properties.duration)) AS p90_duration'],
  ['95th percentile of amount', 'quantile(0.95)(toFloat(properties.amount)) AS p95_amount'],
  ['revenue per month', 'sum(toFloat(properties.amount))'],
  [
    'purchases where plan is pro and amount over 10',
    "properties.plan = 'pro' AND properties.amount > 10",
  ],
  ['purchases with plan pro', "properties.plan = 'pro'"],
  ['purchases where plan is not "gold plus"', "properties.plan != 'gold plus'"],
  ["purchases where email contains 'gmail.com'", "person.properties.email ILIKE '%gmail.com%'"],
  ['purchases where plan is set', 'isNotNull(properties.plan)'],
  ['purchases where plan is not set', 'isNull(properties.plan)'],
  [
    'pageviews on mobile from Germany',
    "$device_type = 'Mobile' AND properties.$geoip_country_code = 'DE'",
  ],
  ['pageviews from the United States', "$geoip_country_code = 'US'"],
  ['pageviews excluding Chrome', "properties.$browser != 'Chrome'"],
  ['pageviews outside of France', "$geoip_country_code != 'FR'"],
  ['pageviews on /pricing', "properties.$pathname = '/pricing'"],
  ['visits to the pricing page', "properties.$pathname ILIKE '%pricing%'"],
  ['pageviews from google', "properties.$referring_domain ILIKE '%google%'"],
  ['pageviews per country', 'GROUP BY country ORDER BY total DESC LIMIT 100'],
  ['top 5 pages', 'GROUP BY pathname ORDER BY total DESC LIMIT 5'],
  ['top 3 browsers per day', 'ORDER BY day, total DESC LIMIT 3 BY day'],
  ['most popular browsers', 'GROUP BY browser ORDER BY total DESC LIMIT 10'],
  ['top events', 'GROUP BY event'],
  ['purchases by plan tier and country', 'GROUP BY plan_tier, country'],
  ['purchases by day of week', 'toDayOfWeek(timestamp) AS weekday'],
  ['signups in March', "toDateTime('2026-03-01 00:00:00') AND timestamp < toDateTime('2026-04-01"],
  ['signups in April', "toDateTime('2025-04-01 00:00:00')"],
  ['signups in 2024', "toDateTime('2024-01-01 00:00:00') AND timestamp < toDateTime('2025-01-01"],
  ['signups since 2026-01-05', "timestamp >= toDateTime('2026-01-05 00:00:00')"],
  ['signups between 2026-01-01 and 2026-01-31', "timestamp < toDateTime('2026-02-01 00:00:00')"],
  ['signups last week', 'timestamp < toStartOfWeek(now())'],
  ['signups this month', 'timestamp >= toStartOfMonth(now())'],
  [
    'signups last 7 days compared to the previous period',
    'countIf(timestamp < now() - INTERVAL 7 DAY) AS previous FROM events ' +
      "WHERE event = 'signup' AND timestamp >= now() - INTERVAL 14 DAY",
  ],
  ['users who did signup then purchase', "event = 'signup', event = 'purchase') AS level"],
  ['users who did signup then purchase', 'SELECT person_id, first_seen, last_seen FROM'],
  ['how many users did signup and then purchase', 'SELECT count() AS users FROM'],
  ['users who signed up but never purchased', 'WHERE level >= 1 AND unwanted = 0'],
  ['signup -> Video Played -> purchase conversion rate', 'countIf(level >= 3) AS converted'],
  ['conversion from signup to purchase by browser', 'any(properties.$browser) AS browser'],
  ['latest 10 purchases', "WHERE event = 'purchase'"],
  ['latest 10 purchases', 'ORDER BY timestamp DESC LIMIT 10'],
])('%s', (prompt, part) => {
  expect(draft(prompt).sql).toContain(part);
});

it('takes the names of unseen events from the prompt, and notes that they are unseen', () => {
  const empty = { events: [], eventProperties: [], personProperties: [] };
  const { sql, notes } = draft('users who did signup then purchase', empty);
  expect(sql).toContain("event IN ('signup', 'purchase')");
  expect(notes).toContain('No event like "signup" has been seen in this project.');
  expect(draft('pageviews per day by browser last 30 days', empty).notes).toEqual([]);
  expect(draft('sign-ups per week', empty).sql).toContain("event = 'signup'");
  expect(draft('latest 10 purchases', empty).sql).toContain("event = 'purchase'");
  expect(draft('how many "Cart emptied" yesterday', empty)).toMatchObject({
    sql: expect.stringContaining("event = 'Cart emptied'"),
    notes: ['No event like "Cart emptied" has been seen in this project.'],
  });
});

it('notes the words that it did not understand', () => {
  expect(draft('pageviews during the full moon').notes).toContain('Not understood: full, moon.');
  expect(draft('pageviews by flavour last week').notes).toEqual([
    'No property like "flavour" has been seen in this project.',
  ]);
  expect(draft('pageviews').notes).toEqual(['No time was given: the last 30 days.']);
});

it.each([
  ['foo bar baz', 'None of these is an event or property of this project: foo, bar, baz.'],
  ['', 'does not say what to count'],
  ['last 30 days', 'does not say what to count'],
  ['retention of signups', 'Questions about retention cannot be drafted'],
])('%p is unclear', (prompt, reason) => {
  expect(draft(prompt).reason).toContain(reason);
});
