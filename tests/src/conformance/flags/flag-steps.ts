import type { ExpectedResponse, Manage, Send, WireRequest } from '../test-support/case';
import { TOKEN, USER } from '../test-support/case';

/** Everybody is in. */
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

/** The body of a flag request. */
export function who(more: object = {}): object {
  return { api_key: TOKEN, distinct_id: USER, ...more };
}

/** Asks for flags and expects a part of the body. */
export function asks(
  path: string,
  more: object,
  body: object | RegExp,
  rest: Partial<ExpectedResponse> = {},
  request: Partial<WireRequest> = {},
): Send {
  return { send: { path, body: who(more), ...request }, response: { status: 200, body, ...rest } };
}

/** The short values of all flags, as `/decide?v=3` reports them. */
export function values(featureFlags: object, more: object = {}): Send {
  return asks('/decide?v=3', more, { featureFlags, errorsWhileComputingFlags: false });
}

/** Details of flags, as `/flags/?v=2` reports them. */
export function details(flags: object, more: object = {}): Send {
  return asks('/flags/?v=2', more, { flags, errorsWhileComputingFlags: false });
}

/** A filter on a person property. */
export function where(key: string, operator: string, value?: unknown): object {
  return { key, type: 'person', operator, ...(value !== undefined && { value }) };
}

/** One condition set for everybody who passes the filters. */
export function only(...properties: readonly object[]): object {
  return { groups: [{ properties, rollout_percentage: 100 }] };
}
