import type { Manage, Step } from '../../test-support/case';
import { captured, counts } from '../../test-support/case';
import { shows as responses } from '../management-steps';

export const NOBODY = '0190aaaa-0000-7000-8000-0000000000ff';
/** The runner remembers the ids of persons under their names, which are e-mail addresses here. */
export const ANN = 'persons/{{ann@x.io}}/';
export const BOB = 'persons/{{bob@x.io}}/';

export function seen(distinctId: string, name: string, properties: object, day: number): Step {
  const timestamp = `2026-01-0${day}T00:00:00Z`;
  return captured(name, properties, { distinct_id: distinctId, timestamp });
}

export function post(path: string, body: object, status: number, response?: object): Manage {
  return {
    manage: { method: 'POST', path },
    body,
    status,
    ...(response !== undefined && { response }),
  };
}

export function patch(path: string, body: object, status: number, response?: object): Manage {
  return { ...post(path, body, status, response), manage: { method: 'PATCH', path } };
}

export function deletes(path: string, status: number): Manage {
  return { manage: { method: 'DELETE', path }, status };
}

export function gone(path: string, more: Partial<Manage> = {}): Manage {
  const response = { type: 'invalid_request', code: 'not_found', detail: 'Not found.', attr: null };
  return { manage: { method: 'GET', path }, status: 404, response, ...more };
}

/** Expects an error because of a missing scope, whatever other scopes the key has. */
export function forbidden(scopes: readonly string[], scope: string, call: Manage): Manage {
  const response = {
    type: 'authentication_error',
    code: 'permission_denied',
    detail: `API key missing required scope '${scope}'`,
    attr: null,
  };
  return { ...call, scopes, status: 403, response };
}

/** Ann has two distinct ids; Bob's first event is a day later. */
export const WORLD: readonly Step[] = [
  seen('ann', '$identify', { $anon_distinct_id: 'phone', $set: { email: 'ann@x.io' } }, 1),
  seen('ann', 'buy', { $set: { plan: 'pro', seats: 3 } }, 1),
  seen('bob', 'buy', { $set: { email: 'bob@x.io', plan: 'free' } }, 2),
  counts('buy', 2),
  {
    ...responses('persons/', { results: [{ name: 'bob@x.io' }, { name: 'ann@x.io' }] }),
    withinMs: 10_000,
  },
];
