import { OWN } from '../seed';
import type { Attack } from './case';
import { attacks } from './case';

/** Placeholders at positions where no expression is allowed. They must be rejected, but not with a 500. */
const MISPLACED = [
  'select * from {v}',
  'select * from {v} as t',
  'select event from events sample {v}',
  'select event from events sample {v} offset {v}',
  'select 1 limit {v}',
];

const VALUES: readonly unknown[] = ['events', 'x', -1, 1e9, [1], null, false];

/** Expressions inside braces, which must be checked like other parts of the statement. */
const SMUGGLED = [
  "sql(file('/etc/passwd'))",
  'sql(hostName())',
  'sql((select 1 from system.one))',
  'sql(1 as team_id)',
  'sql(team_id -> 1)',
  "1 ? sql(dictGet('d', 'a', 1)) : 0",
  "sql({sql({sql(joinGet('t', 'a', 1))})})",
  'constructor',
  '__proto__',
  '__proto__()',
  'constructor()',
  "repeat('x', 1000000000)",
  'filters ? 1 : 2',
];

/** Attacks with `{...}`: by values, and by expressions inside the braces. */
export const placeholders: readonly Attack[] = [
  ...MISPLACED.flatMap((query) =>
    VALUES.map((v): Attack => ({ query, values: { v }, outcome: 'guarded' })),
  ),
  ...attacks(
    'rejected',
    SMUGGLED.map((inside) => `select {${inside}} from events`),
  ),
  ...attacks('rejected', ['select * from {sql(system.one)}', 'select * from {sql(person)}']),
  ...attacks('guarded', [
    'select {sql(*)} from events',
    'select * from {sql((select * from events))}',
    'select team_id from {sql(events)} where {sql(team_id = 2 or 1 = 1)}',
    `select {${'1 + '.repeat(180)}1}`,
    `select ${'{'.repeat(90)}1${'}'.repeat(90)}`,
  ]),
  {
    query: 'select max(distinct_id) from {sql(events)} where {sql(1 = 1)}',
    outcome: [[`${OWN}-id`]],
  },
  {
    query: 'select {v}',
    values: { v: { type: 'Field', chain: ['distinct_id'] } },
    outcome: 'rejected',
  },
];
