import type { JsonObject } from '@tidemark/flag-engine';
import { undecodableFlags } from '../body/flags-error';

/** The fields of a flag request, each of which has several names (`docs/wire/flags.md#body-fields`). */
export interface FlagsRequest {
  readonly token: string | undefined;
  /** Null if missing; an empty string is a valid id. */
  readonly distinctId: string | null;
  readonly deviceId: string | null;
  readonly anonDistinctId: string | null;
  readonly groups: JsonObject;
  readonly personProperties: JsonObject;
  readonly groupProperties: Readonly<Record<string, JsonObject>>;
  readonly flagKeys: readonly string[] | null;
  readonly evaluationContexts: readonly string[] | null;
  readonly evaluationRuntime: string | null;
  /** The fields that identify a visitor without cookies, in addition to headers and address. */
  readonly visitor: {
    readonly ipAddress: string | null;
    readonly timezone: string | null;
    readonly hashExtra: string | null;
  };
  /** No location is looked up, because the address of the caller is not that of the person. */
  readonly geoipDisable: boolean;
  /** The response contains no flags, and none is evaluated. */
  readonly disableFlags: boolean;
}

/**
 * Reads a parsed body. If a field is sent under several names, the first valid value is used. A field with a value
 * of another type is ignored, except the distinct id, which is an error.
 *
 * @throws FlagsError 400
 */
export function readFlagsRequest(body: unknown): FlagsRequest {
  if (!isObject(body)) throw undecodableFlags('invalid JSON');
  const person = firstObject(body, ['person_properties', '$properties']);
  return {
    token: firstText(body, ['token', 'api_key', '$token']) ?? undefined,
    distinctId: readDistinctId(body['distinct_id'] ?? body['$distinct_id']),
    deviceId: firstText(body, ['$device_id', 'device_id']) ?? firstText(person, ['$device_id']),
    anonDistinctId:
      firstText(body, ['$anon_distinct_id', 'anon_distinct_id']) ??
      firstText(person, ['$anon_distinct_id']),
    groups: firstObject(body, ['groups', '$groups']),
    personProperties: person,
    groupProperties: objectsOf(firstObject(body, ['group_properties', '$group_properties'])),
    flagKeys: firstTexts(body, ['flag_keys', 'flag_keys_to_evaluate']),
    evaluationContexts: firstTexts(body, ['evaluation_contexts', 'evaluation_environments']),
    evaluationRuntime: firstText(body, ['evaluation_runtime']),
    visitor: {
      ipAddress: firstText(body, ['ip_address']),
      timezone: firstText(body, ['timezone']),
      hashExtra: firstText(body, ['cookieless_hash_extra']),
    },
    geoipDisable: body['geoip_disable'] === true,
    disableFlags: body['disable_flags'] === true,
  };
}

function readDistinctId(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return String(value);
  throw undecodableFlags('invalid JSON');
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function firstText(body: JsonObject, names: readonly string[]): string | null {
  for (const name of names) {
    const value = body[name];
    if (typeof value === 'string' && value !== '') return value;
  }
  return null;
}

function firstObject(body: JsonObject, names: readonly string[]): JsonObject {
  for (const name of names) {
    const value = body[name];
    if (isObject(value)) return value;
  }
  return {};
}

function firstTexts(body: JsonObject, names: readonly string[]): readonly string[] | null {
  for (const name of names) {
    const value = body[name];
    if (Array.isArray(value)) return value.filter((item) => typeof item === 'string');
  }
  return null;
}

function objectsOf(value: JsonObject): Readonly<Record<string, JsonObject>> {
  return Object.fromEntries(
    Object.entries(value).filter((entry): entry is [string, JsonObject] => isObject(entry[1])),
  );
}
