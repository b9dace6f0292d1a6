import { compileHogQL } from '../../compile/compile-hogql';
import { compileContext } from '../../compile/test-support/context';
import { unguardedScans } from '../../compile/test-support/unguarded-scans';
import type { PersonsOnEventsMode } from '../../catalogue/persons/person-id';

const ANN = '00000000-0000-4000-8000-000000000001';

function compiled(source: string, personsOnEventsMode?: PersonsOnEventsMode): string {
  const { sql } = compileHogQL(source, compileContext({ modifiers: { personsOnEventsMode } }));
  expect(unguardedScans(sql, 1)).toEqual([]);
  return sql;
}

const found = (where: string, mode?: PersonsOnEventsMode): boolean =>
  compiled(`select event from events where ${where}`, mode).includes('globalIn(t.distinct_id');

describe('the events of one person are found by index', () => {
  it.each([
    `person_id = '${ANN}'`,
    `'${ANN}' = person_id`,
    `person.id = '${ANN}'`,
    `person_id = toUUID('${ANN}')`,
    `person_id in ('${ANN}', '${ANN.replace('1', '2')}', 'nobody')`,
    `event = 'x' and person_id = '${ANN}'`,
    `toString(person_id) = '${ANN}'`,
  ])('%s', (where) => {
    expect(found(where)).toBe(true);
  });

  it.each([
    `person_id != '${ANN}'`,
    `person_id = '${ANN}' or event = 'x'`,
    `not (person_id = '${ANN}')`,
    `person_id = 'nobody'`,
    `person_id in (select id from persons)`,
    `person_id = '00000000-0000-0000-0000-000000000000'`,
    `uuid = '${ANN}'`,
  ])('not: %s', (where) => {
    expect(found(where)).toBe(false);
  });

  it('holds in every mode that computes the person', () => {
    const where = `person_id = '${ANN}'`;
    expect(found(where, 'person_id_override_properties_joined')).toBe(true);
    expect(found(where, 'disabled')).toBe(true);
    expect(found(where, 'person_id_no_override_properties_on_events')).toBe(false);
  });

  it('not where an outer join may fill in defaults', () => {
    const from = `select 1 from persons p left join events e on e.person_id = p.id`;
    expect(compiled(`${from} where e.person_id = '${ANN}'`)).not.toContain('globalIn');
  });
});
