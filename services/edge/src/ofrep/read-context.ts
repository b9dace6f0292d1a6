import type { FlagsRequest } from '../flags/read-flags-request';
import { readFlagsRequest } from '../flags/read-flags-request';
import { OfrepError } from './ofrep-error';

type Context = Readonly<Record<string, unknown>>;

/** A request's context, with an id to hash. */
export type ContextRequest = FlagsRequest & { readonly distinctId: string };

/**
 * Reads the evaluation context of a body as a flag request: `targetingKey` is the distinct id; `groups`,
 * `group_properties`, `$device_id`, `$anon_distinct_id` and `geoip_disable` have the same meaning as in flag
 * requests; every other attribute is a property of the person.
 *
 * @throws OfrepError 400
 */
export function readContext(body: unknown): ContextRequest {
  const context = isObject(body) ? (body['context'] ?? {}) : null;
  if (!isObject(context)) {
    throw new OfrepError(400, 'INVALID_CONTEXT', 'The context must be an object.');
  }
  const {
    targetingKey,
    groups,
    group_properties,
    $device_id,
    $anon_distinct_id,
    geoip_disable,
    ...person_properties
  } = context;
  if (typeof targetingKey !== 'string' || targetingKey === '') {
    throw new OfrepError(400, 'TARGETING_KEY_MISSING', 'The context has no targetingKey.');
  }
  const known = { groups, group_properties, $device_id, $anon_distinct_id, geoip_disable };
  const read = readFlagsRequest({ ...known, distinct_id: targetingKey, person_properties });
  return { ...read, distinctId: targetingKey };
}

function isObject(value: unknown): value is Context {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
