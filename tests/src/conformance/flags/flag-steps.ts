import type { ExpectedResponse, Manage, Send, WireRequest } from '../test-support/case';
import { TOKEN, USER } from '../test-support/case';

/** Conditions that match everybody, with a rollout of 100 %. */
export const EVERYONE = { groups: [{ properties: [], rollout_percentage: 100 }] };
export const NOBODY = { groups: [{ properties: [], rollout_percentage: 0 }] };

/** Creates a flag. */
export function flag(key: string, filters: object = EVERYONE, more: object = {}): Manage {
  return {
    manage: { method: 'POST', path: 'feature_flags/' },
    body: { key, filters, ...more },
    status: 201,
  };
}

/** Changes a flag. */
export function change(key: string, body: object): Manage {
  return { manage: { method: 'PATCH', path: `feature_flags/{{${key}}}/` }, body, status: 200 };
}

/** The body of a flag request for the default user. */
export function who(more: object = {}): object {
  return { api_key: TOKEN, distinct_id: USER, ...more };
}

/** Requests flags and expects a part of the response. */
export function asks(
  path: string,
  more: object,
  body: object | RegExp,
  rest: Partial<ExpectedResponse> = {},
  request: Partial<WireRequest> = {},
): Send {
  return { send: { path, body: who(more), ...request }, response: { status: 200, body, ...rest } };
}

/** Expects the values of all flags in the format of `/decide?v=3`. */
export function values(featureFlags: object, more: object = {}): Send {
  return asks('/decide?v=3', more, { featureFlags, errorsWhileComputingFlags: false });
}

/** Expects details of flags in the format of `/flags/?v=2`. */
export function details(flags: object, more: object = {}): Send {
  return asks('/flags/?v=2', more, { flags, errorsWhileComputingFlags: false });
}

/** A filter on a person property. */
export function where(key: string, operator: string, value?: unknown): object {
  return { key, type: 'person', operator, ...(value !== undefined && { value }) };
}

/** One condition for everybody who matches the filters. */
export function only(...properties: readonly object[]): object {
  return { groups: [{ properties, rollout_percentage: 100 }] };
}
