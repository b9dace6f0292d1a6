import type { ResultCases } from './case';

export const aggregates: ResultCases = {
  project: 'utc',
  cases: [
    [`select count() from events`, [[11]], ['count()']],
    [`SELECT COUNT(*) FROM events`, [[11]]],
    [
      `select count(distinct event), uniq(distinct_id), uniqExact(person_id) from events`,
      [[4, 4, 3]],
    ],
    [
      `select countIf(event = 'purchase'), countIf(properties.$browser = 'Chrome') from events`,
      [[3, 4]],
    ],
    [
      `select sum(properties.amount), avg(properties.amount), min(toFloat(properties.amount)), max(toFloat(properties.amount)) from events where event = 'purchase'`,
      [[64.99, 64.99 / 3, 5, 40]],
    ],
    [`select sum(toFloat(properties.amount)) as revenue from events`, [[64.99]], ['revenue']],
    [
      `select sumIf(toFloat(properties.amount), properties.currency = 'EUR') from events`,
      [[59.99]],
    ],
    [
      `select quantile(0.5)(toFloat(properties.load_ms)), median(toFloat(properties.load_ms)) from events where event = '$pageview'`,
      [[185, 185]],
    ],
    [`select quantiles(0, 1)(toFloat(properties.load_ms)) from events`, [[[80.5, 300]]]],
    [
      `select argMax(properties.$browser, timestamp), argMin(event, timestamp) from events where event = '$pageview'`,
      [['Chrome', '$pageview']],
    ],
    [
      `select min(timestamp), max(timestamp) from events`,
      [['2026-01-05T09:00:00Z', '2026-03-29T01:30:00Z']],
    ],
    [
      `select arraySort(groupArray(event)) from events where event in ('signup', 'purchase')`,
      [[['purchase', 'purchase', 'purchase', 'signup']]],
    ],
    [
      `select arraySort(groupUniqArray(properties.$browser)) from events`,
      [[['Chrome', 'Firefox', 'Safari']]],
    ],
    [`select any(event) from events where event = 'signup'`, [['signup']]],
    [
      `select uniqIf(person_id, event = '$pageview'), uniqExactIf(distinct_id, event = '$pageview') from events`,
      [[3, 3]],
    ],
    [`select avgIf(toFloat(properties.load_ms), properties.is_new) from events`, [[210]]],
    [
      `select round(stddevPop(toFloat(properties.load_ms)), 2), round(varPop(toFloat(properties.load_ms)), 2) from events`,
      [[90.23, 8141.92]],
    ],
    [`select count(properties.load_ms), count(properties.missing) from events`, [[4, 0]]],
    [`select sum(1), sum(toFloat(properties.missing)) from events`, [[11, null]]],
    [`select round(100 * countIf(event = 'purchase') / count(), 1) as pct from events`, [[27.3]]],
    [`select count() from events where event = 'nothing'`, [[0]]],
    [
      `select max(timestamp) is null, count() from persons join events on events.person_id = persons.id where 1 = 2`,
      [[0, 0]],
    ],
    [`select topK(1)(event) from events`, [[['$pageview']]]],
    [`select count(*) filter (where event = 'signup') from events`, [[1]]],
    [`select minIf(timestamp, event = 'purchase') from events`, [['2026-01-06T00:30:00Z']]],
    [
      `select anyLast(event), argMaxIf(distinct_id, timestamp, event = 'purchase') from events where event = 'signup'`,
      [['signup', '']],
    ],
    [
      `select groupArray(2)(event) from (select event from events order by timestamp)`,
      [[['$pageview', '$pageview']]],
    ],
  ],
};
