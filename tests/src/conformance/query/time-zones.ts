import type { ResultCases } from './case';

export const inBerlin: ResultCases = {
  project: 'berlin',
  cases: [
    [`select timestamp from events where event = 'signup'`, [['2026-01-12T00:40:00+01:00']]],
    [
      `select toDate(timestamp) as day, count() from events group by day order by day`,
      [
        ['2026-01-05', 2],
        ['2026-01-06', 3],
        ['2026-01-08', 1],
        ['2026-01-12', 3],
        ['2026-03-29', 2],
      ],
    ],
    // In this project, weeks start on Monday.
    [
      `select toStartOfWeek(timestamp) as week, count() from events group by week order by week`,
      [
        ['2026-01-05', 6],
        ['2026-01-12', 3],
        ['2026-03-23', 2],
      ],
    ],
    // The hour between 02:00 and 03:00 is skipped when summer time begins.
    [
      `select toHour(timestamp) from events where toDate(timestamp) = '2026-03-29' order by timestamp`,
      [[1], [3]],
    ],
    [
      `select toStartOfHour(timestamp) from events where toDate(timestamp) = '2026-03-29' order by timestamp`,
      [['2026-03-29T01:00:00+01:00'], ['2026-03-29T03:00:00+02:00']],
    ],
    [
      `select toStartOfDay(timestamp) from events where event = 'signup'`,
      [['2026-01-12T00:00:00+01:00']],
    ],
    [`select count() from events where timestamp >= '2026-01-06'`, [[9]]],
    [
      `select count() from events where timestamp >= '2026-01-06' and timestamp < '2026-01-07'`,
      [[3]],
    ],
    [`select count() from events where timestamp >= toDateTime('2026-01-06 00:30:00')`, [[9]]],
    [`select count() from events where timestamp > toDateTime('2026-01-06 00:30:00')`, [[8]]],
    [`select count() from events where timestamp >= '2026-01-05T23:30:00Z'`, [[9]]],
    [`select toUnixTimestamp(toDateTime('2026-01-12 00:40:00'))`, [[1768174800]]],
    [
      `select dateDiff('hour', toDateTime('2026-03-29 00:00:00'), toDateTime('2026-03-30 00:00:00'))`,
      [[23]],
    ],
    [
      `select formatDateTime(timestamp, '%Y-%m-%d %H:%i') from events where event = 'signup'`,
      [['2026-01-12 00:40']],
    ],
    [`select toDayOfWeek(timestamp) from events where event = 'signup'`, [[1]]],
    [
      `select toString(timestamp) from events where event = 'signup'`,
      [['2026-01-12 00:40:00.000000']],
    ],
    [
      `select toTimeZone(timestamp, 'UTC') from events where event = 'signup'`,
      [['2026-01-11T23:40:00Z']],
    ],
    [
      `select dateTrunc('day', timestamp) from events where event = 'signup'`,
      [['2026-01-12T00:00:00+01:00']],
    ],
  ],
};

export const inNewYork: ResultCases = {
  project: 'newYork',
  cases: [
    [`select timestamp from events where event = 'signup'`, [['2026-01-11T18:40:00-05:00']]],
    [
      `select toDate(timestamp) as day, count() from events group by day order by day`,
      [
        ['2026-01-05', 4],
        ['2026-01-06', 1],
        ['2026-01-08', 1],
        ['2026-01-11', 3],
        ['2026-03-28', 2],
      ],
    ],
    [
      `select toStartOfWeek(timestamp) as week, count() from events group by week order by week`,
      [
        ['2026-01-04', 6],
        ['2026-01-11', 3],
        ['2026-03-22', 2],
      ],
    ],
    [`select count() from events where timestamp >= '2026-01-06'`, [[7]]],
    [
      `select toStartOfMonth(timestamp), toHour(timestamp) from events where event = 'signup'`,
      [['2026-01-01', 18]],
    ],
    [
      `select toStartOfDay(timestamp) as day, uniq(person_id) from events group by day order by day limit 1`,
      [['2026-01-05T00:00:00-05:00', 2]],
    ],
  ],
};
