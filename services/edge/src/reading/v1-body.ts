import { isUtf8 } from 'node:buffer';
import type { EventQuota, V1Batch, V1Judgement, V1RequestContext } from '@tidemark/domain';
import {
  CaptureError,
  CaptureV1Error,
  judgeV1Batch,
  parseJson,
  readV1Batch,
  requireJsonWithin,
} from '@tidemark/domain';
import { decodeBody } from '../body/content-encoding';
import type { V1Encoding } from '../body/content-encoding';
import type { BodyLimits } from './body-limits';

/** The facts about a V1 request that are not in its body. */
export type V1Context = Omit<V1RequestContext, 'bodyLength' | 'onOverQuota'>;

export interface V1Request {
  readonly judgement: V1Judgement;
  /** The number of dropped events by used-up quota. */
  readonly dropped: ReadonlyMap<EventQuota, number>;
  /** Bytes of the inflated body; 0 if the body was not compressed. */
  readonly inflatedBytes: number;
}

/** An error of a V1 request, with the number of events that quotas dropped before it. */
export class V1OverQuota extends Error {
  constructor(
    readonly rejection: CaptureV1Error,
    readonly dropped: ReadonlyMap<EventQuota, number>,
  ) {
    super(rejection.message);
    this.name = 'V1OverQuota';
  }
}

/**
 * Reads a V1 body and decides the result of each event. Its limits are checked before the body is parsed.
 *
 * @throws CaptureV1Error | V1OverQuota
 */
export function readV1Body(
  body: Buffer,
  encoding: V1Encoding,
  limits: BodyLimits,
  context: V1Context,
): V1Request {
  const decoded = decodeBody(body, encoding, limits);
  if (!isUtf8(decoded)) {
    throw new CaptureV1Error('request_decoding_error', 'The body is not UTF-8.');
  }
  const text = decoded.toString('utf8');
  const batch = parseBatch(decoded, text, limits);
  const dropped = new Map<EventQuota, number>();
  const onOverQuota = (resource: EventQuota, count: number): void => {
    dropped.set(resource, (dropped.get(resource) ?? 0) + count);
  };
  try {
    const judgement = judgeV1Batch(batch, { ...context, bodyLength: text.length, onOverQuota });
    return { judgement, dropped, inflatedBytes: decoded === body ? 0 : decoded.length };
  } catch (error) {
    throw error instanceof CaptureV1Error ? new V1OverQuota(error, dropped) : error;
  }
}

function parseBatch(bytes: Buffer, text: string, limits: BodyLimits): V1Batch {
  try {
    requireJsonWithin(bytes, limits);
    return readV1Batch(parseJson(text));
  } catch (error) {
    if (!(error instanceof CaptureError)) throw error;
    const tag = error.status === 413 ? 'payload_too_large' : 'request_parsing_error';
    throw new CaptureV1Error(tag, `${capitalized(error.message)}.`);
  }
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
