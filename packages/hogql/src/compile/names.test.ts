import { HogQLError } from '../syntax/errors';
import { compileHogQL } from './compile-hogql';
import { compileContext } from './test-support/context';

const columns = (source: string): string[] => compileHogQL(source, compileContext()).columns;

function failure(source: string): string {
  try {
    compileHogQL(source, compileContext());
  } catch (error) {
    if (error instanceof HogQLError) return error.message;
    throw error;
  }
  return 'no error';
}

describe('what an asterisk is', () => {
  const EVENTS = `uuid event properties timestamp distinct_id elements_chain created_at $session_id $window_id person_id
    $group_0 $group_1 $group_2 $group_3 $group_4 elements_chain_href elements_chain_texts elements_chain_ids
    elements_chain_elements`;

  it.each([
    ['events', EVENTS],
    ['persons', 'id created_at properties is_identified'],
    ['raw_persons', 'id created_at properties is_identified is_deleted version'],
    ['person_distinct_ids', 'distinct_id person_id'],
    ['raw_person_distinct_ids', 'distinct_id person_id is_deleted version'],
    ['person_distinct_id_overrides', 'distinct_id person_id'],
    ['raw_person_distinct_id_overrides', 'distinct_id person_id is_deleted version'],
    ['groups', 'index key created_at updated_at properties'],
    ['raw_groups', 'index key created_at updated_at properties is_deleted version'],
    ['cohort_people', 'person_id cohort_id'],
    ['static_cohort_people', 'person_id cohort_id'],
    ['raw_cohort_people', 'person_id cohort_id sign version'],
    ['numbers(3)', 'number'],
    ['(select event, 1 as one from events)', 'event one'],
  ])('of %s', (table, expected) => {
    expect(columns(`select * from ${table} as t`)).toEqual(expected.split(/\s+/));
    expect(columns(`select t.* from ${table} as t`)).toEqual(expected.split(/\s+/));
  });

  it('never is lazy, and never the guard', () => {
    for (const table of ['events', 'sessions', 'session_replay_events', 'raw_sessions']) {
      const shown = columns(`select * from ${table}`);
      expect(shown).not.toContain('team_id');
      expect(shown).not.toContain('person');
      expect(shown).not.toContain('session');
    }
  });

  it('needs a table when there are several', () => {
    expect(failure('select * from events a join events b on a.uuid = b.uuid')).toBe(
      "Cannot use '*' without table name when there are multiple tables in the query",
    );
    expect(columns('select b.* from events a join persons b on a.person_id = b.id')).toHaveLength(
      4,
    );
  });
});

describe('what a name means', () => {
  it.each([
    [
      'an alias in every clause',
      "select event as e, count() as n from events where e != 'x' group by e having n > 1 order by n, e",
    ],
    [
      'a WITH query, also inside sub-queries',
      'with c as (select event from events) select c.event from (select event from c) d join c on 1 = 1 where 1 in (select 1 from c)',
    ],
    ['a WITH query that shadows a table', 'with events as (select 1 as x) select x from events'],
    ['a WITH column', "with concat(event, 'x') as y select y from events where y = 'ax'"],
    ['a lambda argument before a column', 'select arrayMap(event -> event + 1, [1]) from events'],
    ['a column, though a table has its name', 'select events.event from events events'],
    ['a table before an alias of the same name', 'select e.event, 1 as e from events e'],
    [
      'a joined column merged by USING',
      'select event from events a join (select event from events) b using event',
    ],
    [
      'a key that is spelled like a column',
      'select properties.event, person.properties.id from events',
    ],
  ])('%s', (_, source) => {
    expect(failure(source)).toBe('no error');
  });

  it.each([
    ['select nothing from events', 'Unable to resolve field: nothing'],
    ['select e.nothing from events e', 'Field not found: nothing'],
    ['select event.nothing from events', 'Field not found: nothing'],
    ['select person from events', "Can't select a table when a column is expected: person"],
    ['select pdi.person from events', "Can't select a table when a column is expected: pdi.person"],
    ['select e from events e', "Can't select a table when a column is expected: e"],
    [
      'select event from events a join events b on a.uuid = b.uuid',
      'Ambiguous query. Found multiple sources for field: event',
    ],
    ['select 1 as a, 2 as a', 'Cannot redefine an alias with the name: a'],
    [
      'select 1 from events join events on 1 = 1',
      'Already have joined a table called "events". Can\'t redefine.',
    ],
    [
      'select (select count() from events f where f.event = e.event) from events e',
      'Unable to resolve field: e',
    ],
    ['select a from (select event from events) where event = 1', 'Unable to resolve field: a'],
    ['select x from events where (select 1 as x) = 1', 'Unable to resolve field: x'],
    ['with b as (select 1 from a), a as (select 1) select 1 from b', 'Unknown table `a`.'],
    [
      'select event as team_id from events',
      '"team_id" cannot be an alias or identifier, as it\'s a reserved keyword',
    ],
    ['select [1][0]', 'SQL indexes start from one, not from zero. E.g: array[1]'],
  ])('%s', (source, message) => {
    expect(failure(source)).toContain(message);
  });

  it('names columns by their last step, inside properties by the path, and by their text where that is not enough', () => {
    expect(
      columns(
        'select person.id, properties.a.b, count(), event, e.uuid from events e group by all',
      ),
    ).toEqual(['id', 'a__b', 'count()', 'event', 'uuid']);
    expect(columns('select e.uuid, f.uuid from events e join events f on e.uuid = f.uuid')).toEqual(
      ['e.uuid', 'f.uuid'],
    );
  });
});
