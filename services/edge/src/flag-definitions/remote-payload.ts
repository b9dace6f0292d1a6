import { REDACTED_PAYLOAD } from '@tidemark/contracts';
import type { SealedBox } from '@tidemark/platform';
import { flagPayloadContext, notFound } from '@tidemark/platform';
import type { FeatureFlag } from '@tidemark/postgres';
import type { Reader } from '../access/authorize-reader';
import type { EdgeResponse } from '../http/edge-response';
import { empty, json } from '../http/edge-response';
import { storeDown } from './reader-request';

/**
 * Returns the payload of a remote configuration flag (`docs/wire/flags-management.md#remote-config-payload`), found by
 * key or id, also if the flag is inactive. The body is empty if the flag has no payload. Encrypted payloads are
 * decrypted for personal keys only; others get a marker.
 *
 * @param box null if no key is configured
 * @throws ApiError 404 if there is no such flag, 503 if its payload cannot be decrypted here
 */
export function remotePayload(
  flags: readonly FeatureFlag[],
  name: string,
  reader: Reader,
  box: SealedBox | null,
): EdgeResponse {
  const flag = flags.find(({ key }) => key === name) ?? flags.find(({ id }) => String(id) === name);
  if (flag?.isRemoteConfiguration !== true) throw notFound();
  const stored = payloadOf(flag.filters);
  if (stored === undefined || stored === null || stored === '') return empty(200);
  if (!flag.hasEncryptedPayloads) return json(200, stored);
  if (reader.key !== 'personal') return json(200, REDACTED_PAYLOAD);
  return json(200, opened(stored, box, flagPayloadContext(reader.project.id)));
}

function opened(sealed: unknown, box: SealedBox | null, context: string): string {
  if (box === null || typeof sealed !== 'string') throw storeDown();
  try {
    return box.open(sealed, context);
  } catch {
    // The api has another key than this process: an error of the configuration, not of the request.
    throw storeDown();
  }
}

/** Returns the payload of the value `true`, the only value of a remote configuration flag. */
function payloadOf({ payloads }: FeatureFlag['filters']): unknown {
  if (typeof payloads !== 'object' || payloads === null) return undefined;
  return (payloads as Readonly<Record<string, unknown>>)['true'];
}
