import { scopesOfUseCases } from './cli-scopes';

describe('the scopes of a command-line client', () => {
  it.each([
    ['schema', ['query:read', 'event_definition:read', 'property_definition:read']],
    ['constructor,other', ['query:read']],
    ['', ['query:read']],
    ['error_tracking', ['query:read', 'error_tracking:read', 'error_tracking:write']],
  ])('for %j', (useCases, scopes) => {
    expect(scopesOfUseCases(useCases)).toEqual(scopes);
  });

  it('are those of all commands without use cases', () => {
    expect(scopesOfUseCases(undefined)).toHaveLength(5);
  });
});
