import type { Identity } from './identity';
import { projectIdOf } from './project-id';
import { requireProject, requireScope } from './rules';

const identity = (key: object = {}, user: object = {}): Identity =>
  ({
    key: { scopes: ['feature_flag:read'], scopedTeams: [], scopedOrganizations: [], ...key },
    user: { organizationId: 'a', currentProjectId: 7, ...user },
  }) as unknown as Identity;
const project = { id: 3, organizationId: 'a' };

it('requires the scope', () => {
  expect(() => requireScope(identity(), 'feature_flag:read')).not.toThrow();
  expect(() => requireScope(identity({ scopes: ['*'] }), 'feature_flag:read')).not.toThrow();
  expect(() => requireScope(identity(), 'feature_flag:write')).toThrow(
    "API key missing required scope 'feature_flag:write'",
  );
});

it.each([
  ['a key without limits', {}, {}, true],
  ['a key for this project', { scopedTeams: [3, 4] }, {}, true],
  ['a key for another project', { scopedTeams: [4] }, {}, false],
  ['a key for another organization', { scopedOrganizations: ['b'] }, {}, false],
  ['a user of another organization', {}, { organizationId: 'b' }, false],
])('%s', (_, key, user, allowed) => {
  const check = (): void => requireProject(identity(key, user), project);
  if (allowed) expect(check).not.toThrow();
  else expect(check).toThrow(expect.objectContaining({ status: 403 }));
});

it.each([
  ['12', {}, 12],
  ['@current', {}, 7],
  ['@current', { scopedTeams: [9] }, 9],
  ['@current', { scopedTeams: [9, 10] }, 7],
  ['nothing', {}, null],
  [undefined, {}, null],
])('%s selects a project', (parameter, key, id) => {
  expect(projectIdOf(identity(key), parameter)).toBe(id);
});
