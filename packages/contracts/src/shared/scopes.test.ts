import { grants, scopeSchema } from './scopes';

it.each([
  [['*'], 'action:write', true],
  [['action:write'], 'action:read', true],
  [['action:write'], 'action:write', true],
  [['action:read'], 'action:write', false],
  [['query:write'], 'query:read', true],
  [['insight:read'], 'action:read', false],
  [[], 'action:read', false],
  [['action:write'], '*', false],
  [['*'], '*', true],
] as const)('a key with %j may %s: %p', (held, required, allowed) => {
  expect(grants(held, required)).toBe(allowed);
});

it('accepts only existing scopes', () => {
  expect(scopeSchema.safeParse('feature_flag:read').success).toBe(true);
  expect(scopeSchema.safeParse('*').success).toBe(true);
  expect(scopeSchema.safeParse('action:*').success).toBe(false);
  expect(scopeSchema.safeParse('action').success).toBe(false);
});
