import type { ResultCases } from './case';

export const dates: ResultCases = {
  project: 'utc',
  cases: [
    [`select timestamp from events where event = 'signup'`, [['2026-01-11T23:40:00Z']]],
    [
      `select timestamp from events order by timestamp limit 1 offset 1`,
      [['2026-01-05T09:05:00.250000Z']],
    ],
    [
      `select toDate(timestamp) as day, count() from events group by day order by day`,
      [
        ['2026-01-05', 3],
        ['2026-01-06', 2],
        ['2026-01-08', 1],
        ['2026-01-11', 3],
        ['2026-03-29', 2],
      ],
    ],
    [
      `select toStartOfDay(timestamp) as day, count() from events where event = 'purchase' group by day order by day`,
      [
        ['2026-01-06T00:00:00Z', 2],
        ['2026-01-08T00:00:00Z', 1],
      ],
    ],
    [
      `select toStartOfHour(timestamp), toStartOfMinute(timestamp), toStartOfMonth(timestamp) from events where event = 'signup'`,
      [['2026-01-11T23:00:00Z', '2026-01-11T23:40:00Z', '2026-01-01']],
    ],
    [
      `select date_trunc('day', timestamp), dateTrunc('hour', timestamp), dateTrunc('month', timestamp) from events where event = 'signup'`,
      [['2026-01-11T00:00:00Z', '2026-01-11T23:00:00Z', '2026-01-01']],
    ],
    // In this project, weeks start on Sunday.
    [
      `select toStartOfWeek(timestamp) as week, count() from events group by week order by week`,
      [
        ['2026-01-04', 6],
        ['2026-01-11', 3],
        ['2026-03-29', 2],
      ],
    ],
    [
      `select toYear(timestamp), toMonth(timestamp), toDayOfMonth(timestamp), toHour(timestamp), toMinute(timestamp), toDayOfWeek(timestamp) from events where event = 'signup'`,
      [[2026, 1, 11, 23, 40, 7]],
    ],
    [
      `select toYYYYMM(timestamp), toYYYYMMDD(timestamp), toISOWeek(timestamp) from events where event = 'signup'`,
      [[202601, 20260111, 2]],
    ],
    [
      `select formatDateTime(timestamp, '%Y-%m-%d %H:%i') from events where event = 'signup'`,
      [['2026-01-11 23:40']],
    ],
    [
      `select count() from events where timestamp >= '2026-01-06' and timestamp < '2026-01-09'`,
      [[3]],
    ],
    [
      `select count() from events where timestamp >= '2026-01-06 00:30:00' and timestamp <= '2026-01-06 12:00:00'`,
      [[2]],
    ],
    [`select count() from events where timestamp >= toDateTime('2026-01-06 00:30:00')`, [[8]]],
    [`select count() from events where timestamp > toDate('2026-01-11')`, [[5]]],
    [`select count() from events where toDate(timestamp) = '2026-01-05'`, [[3]]],
    [
      `select count() from events where toDate(timestamp) between '2026-01-05' and '2026-01-06'`,
      [[5]],
    ],
    [`select count() from events where timestamp between '2026-01-05' and '2026-01-06'`, [[3]]],
    [`select count() from events where timestamp > now() - interval 7 day`, [[0]]],
    [
      `select count() from events where timestamp < now() - interval 1 month and timestamp > now() - interval 20 year`,
      [[11]],
    ],
    [`select count() from events where timestamp >= today() - 3`, [[0]]],
    [
      `select toDateTime('2026-01-31 12:00:00') + interval 1 month, toDateTime('2026-01-05 00:00:00') - interval 90 minute`,
      [['2026-02-28T12:00:00Z', '2026-01-04T22:30:00Z']],
    ],
    [
      `select toDate('2026-01-05') + interval 1 week, toDate('2026-01-05') - 1, addDays(toDate('2026-01-05'), 2)`,
      [['2026-01-12', '2026-01-04', '2026-01-07']],
    ],
    [
      `select dateDiff('day', toDate('2026-01-05'), toDate('2026-02-05')), date_diff('hour', toDateTime('2026-01-05 00:00:00'), toDateTime('2026-01-05 05:59:00'))`,
      [[31, 5]],
    ],
    [
      `select dateAdd('day', 1, toDate('2026-01-05')), dateSub('month', 1, toDate('2026-01-05'))`,
      [['2026-01-06', '2025-12-05']],
    ],
    [`select toUnixTimestamp(timestamp) from events where event = 'signup'`, [[1768174800]]],
    [
      `select toTimeZone(timestamp, 'Asia/Tokyo') from events where event = 'signup'`,
      [['2026-01-12T08:40:00+09:00']],
    ],
    [
      `select dateName('weekday', timestamp), toDayOfYear(timestamp), toQuarter(timestamp) from events where event = 'signup'`,
      [['Sunday', 11, 1]],
    ],
    [
      `select toLastDayOfMonth(toDate('2026-02-10')), toMonday(toDate('2026-01-11')), toStartOfQuarter(toDate('2026-05-05')), toStartOfYear(toDate('2026-05-05'))`,
      [['2026-02-28', '2026-01-05', '2026-04-01', '2026-01-01']],
    ],
    [
      `select toStartOfInterval(timestamp, interval 15 minute) from events where event = 'signup'`,
      [['2026-01-11T23:30:00Z']],
    ],
    [
      `select toStartOfFifteenMinutes(timestamp), toStartOfFiveMinutes(timestamp) from events where event = 'signup'`,
      [['2026-01-11T23:30:00Z', '2026-01-11T23:40:00Z']],
    ],
    [`select parseDateTimeBestEffort('5 January 2026 10:00')`, [['2026-01-05T10:00:00Z']]],
    [`select toDateTime(properties.missing) from events limit 1`, [[null]]],
    [
      `select now() > toDateTime('2020-01-01 00:00:00'), today() > toDate('2020-01-01'), yesterday() < today()`,
      [[1, 1, 1]],
    ],
  ],
};
