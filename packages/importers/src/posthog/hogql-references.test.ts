import fc from 'fast-check';
import { hogqlWithIds } from './hogql-references';

/** The id in the target is that in the source plus 1,000. */
const moved = (hogql: string): string =>
  hogqlWithIds(hogql, (kind, id) => (kind === 'survey' ? id : String(Number(id) + 1_000)));

describe('ids of cohorts in conditions on tables of members', () => {
  it.each([
    [
      'SELECT count() FROM cohort_people WHERE cohort_id = 5',
      'SELECT count() FROM cohort_people WHERE cohort_id = 1005',
    ],
    [
      'select person_id from static_cohort_people where cohort_id in (5, 6)',
      'select person_id from static_cohort_people where cohort_id in (1005, 1006)',
    ],
    [
      "FROM raw_cohort_people WHERE 5 = cohort_id OR cohort_id NOT IN [6, '7']",
      "FROM raw_cohort_people WHERE 1005 = cohort_id OR cohort_id NOT IN [1006, '1007']",
    ],
    [
      'FROM cohort_people AS c WHERE c.cohort_id != 5 /* cohort_id = 5 */ LIMIT 5',
      'FROM cohort_people AS c WHERE c.cohort_id != 1005 /* cohort_id = 5 */ LIMIT 5',
    ],
    [
      'FROM cohort_people WHERE equals(cohort_people.cohort_id, 5) AND in(cohort_id, tuple(6))',
      'FROM cohort_people WHERE equals(cohort_people.cohort_id, 1005) AND in(cohort_id, tuple(1006))',
    ],
    [
      'WITH m AS (SELECT cohort_id FROM cohort_people) SELECT 1 FROM m WHERE m.`cohort_id` = 5',
      'WITH m AS (SELECT cohort_id FROM cohort_people) SELECT 1 FROM m WHERE m.`cohort_id` = 1005',
    ],
    [
      'FROM cohort_people c JOIN shop.orders o ON o.person_id = c.person_id WHERE o.cohort_id = 5 AND c.cohort_id = 5',
      'FROM cohort_people c JOIN shop.orders o ON o.person_id = c.person_id WHERE o.cohort_id = 5 AND c.cohort_id = 1005',
    ],
  ])('%s', (from, to) => {
    expect(moved(from)).toBe(to);
  });

  it.each([
    'SELECT count() FROM orders WHERE cohort_id = 5',
    "SELECT 'FROM cohort_people' FROM orders WHERE cohort_id = 5",
    'SELECT count() FROM cohort_people WHERE cohort_id > 5 AND version = 5',
    'FROM cohort_people WHERE cohort_id IN (SELECT 5) AND cohort_id = {variables.cohort}',
    'FROM cohort_people WHERE cohort_id IN (5',
  ])('are not in %s', (hogql) => {
    expect(moved(hogql)).toBe(hogql);
  });
});

it('text of any kind stays as it is if the ids are the same', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(hogqlWithIds(text, (_, id) => id)).toBe(text);
    }),
  );
});
