import { jsonDeeperThan, MAX_JSON_DEPTH, repairJson } from '@tidemark/domain';
import { FlagsError, undecodableFlags } from '../body/flags-error';
import type { FlagsRequest } from '../flags/read-flags-request';
import { readFlagsRequest } from '../flags/read-flags-request';

/** Bytes of a query: an open stream keeps what it says of its person. */
const MAX_QUERY_BYTES = 8 * 1024;

const TEXTS = [
  ...['token', 'api_key', 'distinct_id', '$device_id', 'device_id'],
  ...['evaluation_runtime', 'timezone', 'cookieless_hash_extra'],
];
const JSON_VALUES = [
  ...['groups', 'person_properties', 'group_properties'],
  ...['flag_keys', 'evaluation_contexts'],
];
const SWITCHES = ['geoip_disable', 'disable_flags'];

/**
 * The fields of a flag request in a query, since `EventSource` sends no body: objects and lists are JSON texts,
 * switches are `true` or `1`.
 *
 * @throws FlagsError 400 for a text that is no JSON, 413 for a query that is too long
 */
export function readStreamQuery(query: URLSearchParams): FlagsRequest {
  const body: Record<string, unknown> = {};
  for (const name of TEXTS) {
    const text = query.get(name);
    if (text !== null) body[name] = text;
  }
  for (const name of JSON_VALUES) {
    const text = query.get(name);
    if (text !== null && text !== '') body[name] = parse(name, text);
  }
  for (const name of SWITCHES) {
    body[name] = isOn(query, name);
  }
  return readFlagsRequest(body);
}

/** Whether the reader accepts events with changes only; older versions of the package do not. */
export function takesChanges(query: URLSearchParams): boolean {
  return isOn(query, 'only_changes');
}

function isOn(query: URLSearchParams, name: string): boolean {
  const text = query.get(name)?.toLowerCase();
  return text === 'true' || text === '1';
}

/** @throws FlagsError 413 */
export function requireShortQuery(url: string): void {
  if (url.length <= MAX_QUERY_BYTES) return;
  throw new FlagsError(
    413,
    `Request too large: the address of a stream may have ${MAX_QUERY_BYTES} bytes`,
  );
}

function parse(name: string, text: string): unknown {
  if (jsonDeeperThan(text, MAX_JSON_DEPTH)) throw undecodableFlags('JSON nested too deeply');
  try {
    return repairJson(JSON.parse(text));
  } catch {
    // The parser's own message quotes the input.
    throw undecodableFlags(`invalid JSON in ${name}`);
  }
}
