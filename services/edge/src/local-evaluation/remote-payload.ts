import type { FeatureFlag } from '@tidemark/postgres';
import type { Answer } from '../http/answer';
import { empty, json } from '../http/answer';

/**
 * The payload of a remote configuration flag (`wire/flags.md` §8.2), named by key or id; null when there
 * is no such flag. A flag without a payload is answered with no body at all. Inactive flags answer too.
 */
export function remotePayload(flags: readonly FeatureFlag[], name: string): Answer | null {
  const flag = flags.find(({ key }) => key === name) ?? flags.find(({ id }) => String(id) === name);
  if (flag?.isRemoteConfiguration !== true) return null;
  const payload = payloadOf(flag.filters);
  return payload === undefined || payload === null || payload === ''
    ? empty(200)
    : json(200, payload);
}

/** Remote configuration is a flag with one value, `true`. */
function payloadOf({ payloads }: FeatureFlag['filters']): unknown {
  if (typeof payloads !== 'object' || payloads === null) return undefined;
  return (payloads as Readonly<Record<string, unknown>>)['true'];
}
