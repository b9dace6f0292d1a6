import type { Dependent } from './flag-dependencies';
import { checkDependencies, checkStateChange, dependentsOf, named } from './flag-dependencies';

const asks = (...ids: (number | string)[]) => ({
  groups: [{ properties: ids.map((id) => ({ type: 'flag', key: String(id) })) }],
});
const flag = (id: number, filters: object = { groups: [] }, active = true): Dependent => ({
  id,
  key: `f${id}`,
  name: '',
  active,
  filters: { ...filters },
});

describe('checkDependencies', () => {
  const live = [flag(1), flag(2, asks(1)), flag(3, asks(2)), flag(4, {}, false)];

  it('lets a flag ask about others that live, on or off', () => {
    expect(() => checkDependencies({ id: null, key: 'new' }, asks(1, 3, 4), live)).not.toThrow();
    expect(() => checkDependencies({ id: 9, key: 'f9' }, null, live)).not.toThrow();
  });

  it.each([
    [asks(1), "Feature flag 'f1' cannot depend on itself"],
    [asks(3), 'Circular dependency detected: f1 → f3 → f2 → f1'],
    [asks(8), 'Flag dependency references non-existent flag with ID 8'],
    [
      asks('beta'),
      "Flag dependencies must reference flag IDs (integers), not flag keys. Invalid reference: 'beta'",
    ],
  ])('rejects %j', (filters, detail) => {
    expect(() => checkDependencies({ id: 1, key: 'f1' }, filters, live)).toThrow(detail);
  });

  it('ends in a project that already has a circle', () => {
    const circle = [flag(1, asks(2)), flag(2, asks(1))];
    expect(() => checkDependencies({ id: 3, key: 'f3' }, asks(1), circle)).not.toThrow();
  });
});

describe('checkStateChange', () => {
  const live = [flag(1), flag(2, asks(1))];

  it('keeps a resource on which others depend', () => {
    expect(() => checkStateChange(flag(1), { deleted: true }, live)).toThrow(
      'Cannot delete this feature flag because other flags depend on it: f2 (ID: 2). Please update or delete the dependent flags first.',
    );
    expect(() => checkStateChange(flag(1), { active: false }, live)).toThrow(
      'Cannot disable this feature flag because other flags depend on it: f2 (ID: 2).',
    );
    expect(() => checkStateChange(flag(2, asks(1)), { deleted: true }, live)).not.toThrow();
  });
});

it('finds active dependents by key, and names some of them', () => {
  const live = [flag(3, asks(1)), flag(2, asks(1)), flag(4, asks(1), false), flag(1)];
  expect(dependentsOf(1, live).map(({ id }) => id)).toEqual([2, 3]);
  expect(named(live, 2)).toBe('f3 (ID: 3), f2 (ID: 2), and 2 more');
});
