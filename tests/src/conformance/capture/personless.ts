import type { ConformanceCase } from '../test-support/case';
import { USER, captured, counts, settled, shows } from '../test-support/case';
import { as, owners } from './person-steps';

const PERSONLESS = { $process_person_profile: false };

/** Checks 55 to 57: events without a person. */
export const personless: readonly ConformanceCase[] = [
  {
    name: 'D55 a personless event',
    steps: [
      captured('d55', { ...PERSONLESS, $set: { a: 1 }, kept: 'yes' }),
      shows(
        `SELECT person_mode, person.properties.a, properties.kept, properties.$set, properties.$process_person_profile FROM events`,
        [['propertyless', null, 'yes', null, false]],
      ),
      shows(`SELECT count() FROM persons`, [[0]]),
      shows(`SELECT substring(toString(person_id), 15, 1) FROM events`, [['5']]),
    ],
  },
  {
    name: `D55 the person id is made from the distinct id, as the full one`,
    steps: [
      captured('personless', PERSONLESS),
      ...settled(),
      captured('full'),
      shows(`SELECT count(DISTINCT person_id) FROM events`, [[1]]),
      shows(`SELECT count() FROM events e JOIN persons p ON e.person_id = p.id`, [[3]]),
    ],
  },
  {
    name: 'D56 personless events belong to the person that their id is merged into later',
    steps: [
      captured('d56', PERSONLESS, as('anon')),
      ...settled('anon'),
      captured('$identify', { $anon_distinct_id: 'anon', $set: { plan: 'pro' } }, as('user')),
      captured('d56', {}, as('user')),
      owners('d56', 1, 2),
      shows(
        `SELECT count() FROM events e JOIN persons p ON e.person_id = p.id WHERE e.event = 'd56'`,
        [[2]],
      ),
    ],
  },
  ...['$identify', '$create_alias', '$merge_dangerously'].map((event): ConformanceCase => ({
    name: `D57 a personless ${event} is dropped`,
    steps: [
      captured(event, { ...PERSONLESS, $anon_distinct_id: 'anon', alias: 'anon' }),
      ...settled(),
      counts(event, 0),
      shows(`SELECT count() FROM persons`, [[0]]),
    ],
  })),
  {
    name: 'a personless event of a known person has the person but no person properties',
    steps: [
      captured('full', { $set: { a: 1 } }),
      ...settled(),
      captured('less', PERSONLESS),
      shows(`SELECT person.properties.a FROM events WHERE event = 'less'`, [[null]]),
      shows(`SELECT count(DISTINCT person_id) FROM events`, [[1]]),
    ],
  },
  {
    name: 'only the boolean false makes an event personless',
    steps: [
      captured('odd', { $process_person_profile: 'false' }, as(USER)),
      shows(`SELECT person_mode FROM events`, [['full']]),
    ],
  },
];
