import { describeTables } from '../describe';
import { SYSTEM_TABLE_OBJECTS, SYSTEM_TABLE_SCOPES, scopeOfTable } from './scopes';

const NAMES = describeTables([]).map(({ name }) => name);

it('every table named system.* states the scope that it needs', () => {
  const system = NAMES.filter((name) => name.startsWith('system.'));
  expect(system.sort()).toEqual(Object.keys(SYSTEM_TABLE_SCOPES).sort());
});

it.each(['events', 'persons', 'groups', 'system.information_schema.tables', 'no.such.table'])(
  '%s needs no scope of its own',
  (name) => {
    expect(scopeOfTable(name)).toBeNull();
  },
);

it('a table needs the scope of its resource', () => {
  expect(scopeOfTable('system.teams')).toBe('project');
  expect(SYSTEM_TABLE_OBJECTS).toContain('project');
});
