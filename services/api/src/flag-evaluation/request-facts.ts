import type { JsonObject, RequestFacts } from '@tidemark/flag-engine';
import { validationError } from '@tidemark/platform';

/** A subject of whom only this is known. */
export function factsOf(distinctId: string, more: Partial<RequestFacts> = {}): RequestFacts {
  return {
    distinctId,
    deviceId: null,
    anonDistinctId: null,
    groups: {},
    personPropertyOverrides: {},
    geoipProperties: {},
    groupPropertyOverrides: {},
    ...more,
  };
}

/** The `groups` of a query string: a JSON object. @throws ApiError 400 */
export function groupsOf({ searchParams }: URL): JsonObject {
  const text = searchParams.get('groups') ?? '';
  const groups = text === '' ? {} : parse(text);
  if (typeof groups === 'object' && groups !== null && !Array.isArray(groups)) {
    return groups as JsonObject;
  }
  throw validationError('invalid_input', 'Groups must be a JSON object.', 'groups');
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The validation then reports that it is not an object.
    return null;
  }
}
