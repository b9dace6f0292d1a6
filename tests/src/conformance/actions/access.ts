import type { AccessCase } from './case';

export const access: readonly AccessCase[] = [
  [['action:read'], 'GET', 200],
  [['action:write'], 'GET', 200],
  [['*'], 'GET', 200],
  [['action:read'], 'POST', 403, 'action:write'],
  [['action:write'], 'POST', 201],
  [['*'], 'POST', 201],
  [['insight:read'], 'GET', 403, 'action:read'],
  [['query:read', 'project:write'], 'GET', 403, 'action:read'],
];
