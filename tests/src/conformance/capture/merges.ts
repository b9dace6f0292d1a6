import type { ConformanceCase } from '../test-support/case';
import { captured, counts, settled, shows } from '../test-support/case';
import { as, owners, person } from './person-steps';

/** Checks 50 to 54: merges of persons. */
export const merges: readonly ConformanceCase[] = [
  {
    name: 'D50 $identify merges an anonymous id, also for earlier events',
    steps: [
      captured('d50', {}, as('anon')),
      captured('d50', {}, as('user')),
      owners('d50', 2, 2),
      captured('$identify', { $anon_distinct_id: 'anon' }, as('user')),
      owners('d50', 1, 2),
      person('is_identified', true),
      captured('d50', {}, as('anon')),
      owners('d50', 1, 3),
    ],
  },
  {
    name: 'D50 $identify of unknown ids',
    steps: [
      captured('$identify', { $anon_distinct_id: 'anon', $set: { plan: 'pro' } }, as('user')),
      person('properties.plan, is_identified', 'pro', true),
      shows(`SELECT distinct_id FROM person_distinct_ids ORDER BY distinct_id`, [
        ['anon'],
        ['user'],
      ]),
      captured('d50', {}, as('anon')),
      captured('d50', {}, as('user')),
      owners('d50', 1, 2),
    ],
  },
  {
    name: 'D51 the properties of the target are kept, and the earlier creation time',
    steps: [
      captured(
        'd51',
        { $set: { p: 'old', q: 'kept' } },
        as('anon', { timestamp: '2026-01-01T00:00:00Z' }),
      ),
      captured('d51', { $set: { p: 'new' } }, as('user', { timestamp: '2026-02-01T00:00:00Z' })),
      owners('d51', 2, 2),
      captured('$identify', { $anon_distinct_id: 'anon' }, as('user')),
      person(
        'properties.p, properties.q, toString(created_at)',
        'new',
        'kept',
        expect.stringMatching(/^2026-01-01 00:00:00/),
      ),
    ],
  },
  {
    name: 'D52 an identified person is not merged into another, D53 except by $merge_dangerously',
    steps: [
      captured('$identify', { $anon_distinct_id: 'anon' }, as('one')),
      captured('seen', {}, as('two')),
      ...settled('one'),
      ...settled('two'),
      captured('$identify', { $anon_distinct_id: 'one', $set: { tried: true } }, as('two')),
      ...settled('two'),
      shows(`SELECT count() FROM persons`, [[2]]),
      shows(
        `SELECT p.properties.tried, p.is_identified FROM persons p JOIN person_distinct_ids d ON d.person_id = p.id WHERE d.distinct_id = 'two'`,
        [[true, true]],
      ),
      counts('$identify', 2),
      captured('$merge_dangerously', { alias: 'one' }, as('two')),
      shows(`SELECT count() FROM persons`, [[1]]),
      shows(`SELECT count(DISTINCT person_id) FROM person_distinct_ids`, [[1]]),
    ],
  },
  ...['null', '0', 'guest', 'Undefined', '[object Object]', '"anonymous"'].map(
    (alias): ConformanceCase => ({
      name: `D54 alias ${alias} merges no persons`,
      steps: [
        captured('d54', {}, as(alias)),
        ...settled(alias),
        captured('$create_alias', { alias }),
        ...settled(),
        shows(`SELECT count(), countIf(is_identified) FROM persons`, [[2, 0]]),
      ],
    }),
  ),
  {
    name: '$create_alias merges another id',
    steps: [
      captured('alias', {}, as('other')),
      ...settled('other'),
      captured('$create_alias', { alias: 'other' }),
      captured('alias'),
      owners('alias', 1, 2),
      person('is_identified', true),
    ],
  },
  {
    name: 'a server-side $identify with only $set does not identify the person',
    steps: [
      captured('$identify', { $set: { a: 1 } }),
      person('properties.a, is_identified', 1, false),
    ],
  },
];
