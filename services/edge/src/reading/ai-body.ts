import { isUtf8 } from 'node:buffer';
import type { QuotaLimit } from '@tidemark/contracts';
import type { AcceptedEach, EachContext, EventQuota } from '@tidemark/domain';
import {
  acceptEach,
  CaptureError,
  oversized,
  readAiParts,
  requireJsonWithin,
  undecodable,
  withinQuota,
} from '@tidemark/domain';
import type { BodyPart } from '@tidemark/domain';
import { InflateError, inflateGzip } from '../body/inflate';
import { readMultipart } from '../body/multipart';
import type { BodyLimits } from './body-limits';

/** A multipart body as it was sent. */
export interface AiSource {
  readonly boundary: string;
  readonly isGzip: boolean;
}

/** The facts about a request that are not in its body. */
export type AiContext = Omit<EachContext, 'imported' | 'sentAt'> & {
  readonly quotaLimits: readonly QuotaLimit[];
};

/** A part as it is listed in the response. */
interface AcceptedPart {
  readonly name: string;
  readonly length: number;
  readonly 'content-type': string | null;
  readonly 'content-encoding': string | null;
}

export interface AiRequest {
  readonly batch: AcceptedEach['batch'];
  readonly parts: readonly AcceptedPart[];
  /** The number of dropped events by used-up quota. */
  readonly dropped: ReadonlyMap<EventQuota, number>;
  /** Bytes of the inflated body; 0 if the body was not compressed. */
  readonly inflatedBytes: number;
}

/**
 * Reads the multipart body of an AI event within limits (`docs/wire/ai.md#multipart`).
 *
 * @throws CaptureError 400 | 413
 */
export function readAiBody(
  body: Buffer,
  { boundary, isGzip }: AiSource,
  limits: BodyLimits,
  { quotaLimits, ...context }: AiContext,
): AiRequest {
  const bytes = isGzip ? inflated(body, limits) : body;
  const parts = readMultipart(bytes, boundary);
  for (const part of parts) checkText(part, limits);
  const { event, sentAt } = readAiParts(parts);
  const { kept, dropped } = withinQuota(quotaLimits, [event], context.now);
  const { batch, rejected } = acceptEach(kept, { ...context, sentAt });
  const [reason] = rejected;
  if (reason !== undefined) {
    throw reason.startsWith('maximum')
      ? new CaptureError(413, reason)
      : new CaptureError(400, reason);
  }
  return {
    batch,
    dropped,
    parts: parts.map(({ name, data, contentType = null, contentEncoding = null }) => ({
      name,
      length: data.length,
      'content-type': contentType,
      'content-encoding': contentEncoding,
    })),
    inflatedBytes: bytes === body ? 0 : bytes.length,
  };
}

/** Checks the text of a part before it is parsed. */
function checkText({ contentType, name, data }: BodyPart, limits: BodyLimits): void {
  if (contentType?.startsWith('application/octet-stream') === true) return;
  if (!isUtf8(data)) throw undecodable(`the part '${name}' is not UTF-8`);
  if (contentType?.startsWith('text/plain') !== true) requireJsonWithin(data, limits);
}

function inflated(body: Buffer, limits: BodyLimits): Buffer {
  try {
    return inflateGzip(body, limits);
  } catch (error) {
    if (!(error instanceof InflateError)) throw error;
    throw error.reason === 'too_large'
      ? oversized(error.message)
      : undecodable('the body is not valid gzip data');
  }
}
