import type { AcceptedBatch } from '@tidemark/contracts';
import type { EventQuota, V1Results, WarningType } from '@tidemark/domain';
import {
  CaptureError,
  CaptureV1Error,
  droppedForFaults,
  notPersisted,
  payloadToken,
} from '@tidemark/domain';
import type { IngestLogProducer, PackedValues } from '@tidemark/ingest-log';
import type { CaptureBody } from '../body/decode-capture-body';
import type { InflateLimits } from '../body/inflate';
import type { V1Encoding } from '../body/content-encoding';
import type { BodyLimits } from './body-limits';
import { readAiBody } from './ai-body';
import type { AiContext, AiRequest, AiSource } from './ai-body';
import {
  AI_INFLATED_BYTES,
  CAPTURE_INFLATED_BYTES,
  CAPTURE_V1_INFLATED_BYTES,
  INLINE_BYTES,
  OTLP_INFLATED_BYTES,
  OTLP_INLINE_ITEMS,
  OTLP_INLINE_VALUES,
  RECORDING_INFLATED_BYTES,
} from './body-limits';
import type { SentBody } from './body-tasks';
import type { BodyThread, BodyThreads } from './body-threads';
import { acceptCapture, readCaptureBody } from './capture-body';
import type { AcceptContext } from './capture-body';
import { readOtlpBody } from './otlp-body';
import type { OtlpContext, OtlpRequest, OtlpSource } from './otlp-body';
import { readRecordingBody, valueOf } from './recording-body';
import type { RecordingRequest } from './recording-body';
import { readV1Body } from './v1-body';
import type { V1Context } from './v1-body';

/** Accepted events of one request, read on the event loop or in a thread, that can be appended to the ingest log. */
interface Appendable {
  readonly events: number;
  /** The number of dropped events by used-up quota. */
  readonly dropped: ReadonlyMap<EventQuota, number>;
  /** @throws LogUnavailableError | LogFullError */
  append(log: IngestLogProducer): Promise<void>;
}

/** A capture request that was read and whose project is not looked up yet. */
interface OpenCapture {
  readonly events: number;
  readonly inflatedBytes: number;
  /** @throws CaptureError 401 */
  token(): string;
  /** @throws CaptureError 400 | 413 */
  accept(context: AcceptContext): Appendable | Promise<Appendable>;
}

export interface ReadV1 extends Appendable {
  /** Returns the `results` of the response. @param stored whether the log has stored the events */
  results(stored: boolean): V1Results | string;
  readonly faults: readonly WarningType[];
  readonly inflatedBytes: number;
}

type OtlpFacts = Omit<OtlpRequest, 'batch'>;
type AiFacts = Omit<AiRequest, 'batch'>;

/**
 * Reads bodies. Small ones are read on the event loop; those that are or inflate to large ones are read in a thread,
 * with the same limits and errors.
 */
export interface BodyReaders {
  /**
   * @param work handles the request; its thread stays reserved until `work` resolves
   * @throws CaptureError | BodyBudgetError
   */
  capture<T>(
    source: CaptureBody,
    unnamedEvent: string | undefined,
    work: (open: OpenCapture) => Promise<T>,
  ): Promise<T>;
  /** @throws CaptureError | BodyBudgetError */
  recording(source: CaptureBody, userAgent: string | undefined): Promise<RecordingRequest>;
  /** @throws CaptureV1Error | V1OverQuota | BodyBudgetError */
  v1(body: Buffer, encoding: V1Encoding, context: V1Context): Promise<ReadV1>;
  /** @throws CaptureError | BodyBudgetError */
  otlp(body: Buffer, source: OtlpSource, context: OtlpContext): Promise<Appendable & OtlpFacts>;
  /** @throws CaptureError | BodyBudgetError */
  ai(body: Buffer, source: AiSource, context: AiContext): Promise<Appendable & AiFacts>;
}

export interface BodyReaderOptions {
  readonly threads: BodyThreads;
  /** Partitions of the ingest log. */
  readonly partitions: number;
  /** Limits of every body; the limit of inflated bytes depends on the route. */
  readonly limits: Omit<BodyLimits, keyof Pick<InflateLimits, 'maxInflatedBytes'>>;
}

export function createBodyReaders({ threads, partitions, limits }: BodyReaderOptions): BodyReaders {
  const inlineLimits: BodyLimits = { ...limits, maxInflatedBytes: INLINE_BYTES };
  const captureLimits: BodyLimits = { ...limits, maxInflatedBytes: CAPTURE_INFLATED_BYTES };
  const recordingLimits: BodyLimits = { ...limits, maxInflatedBytes: RECORDING_INFLATED_BYTES };
  const v1Limits: BodyLimits = { ...limits, maxInflatedBytes: CAPTURE_V1_INFLATED_BYTES };
  const aiLimits: BodyLimits = { ...limits, maxInflatedBytes: AI_INFLATED_BYTES };
  const inlineOtlpLimits: BodyLimits = {
    ...inlineLimits,
    maxValues: Math.min(limits.maxValues, OTLP_INLINE_VALUES),
    maxEvents: Math.min(limits.maxEvents, OTLP_INLINE_ITEMS),
  };
  const otlpLimits: BodyLimits = { ...limits, maxInflatedBytes: OTLP_INFLATED_BYTES };

  /** Reads a small body on the event loop, and any other in a thread. */
  const read = async <Facts extends Pick<Appendable, 'dropped'>>(
    body: Buffer,
    atOnce: () => Facts & { readonly batch: AcceptedBatch },
    inThread: (
      thread: BodyThread,
      sent: ReturnType<typeof handedOver>,
    ) => Promise<Facts & { readonly packed: PackedValues; readonly events: number }>,
  ): Promise<Appendable & Facts> => {
    const done = inline(body, atOnce);
    if (done !== null) {
      const { events } = done.batch;
      return { ...done, events: events.length, append: (log) => log.appendEvents(done.batch) };
    }
    return threads.use(async (thread) => {
      const packed = await inThread(thread, handedOver(body));
      return { ...packed, append: (log) => log.appendPacked(packed.packed) };
    });
  };

  const captureIn =
    (source: CaptureBody, unnamedEvent: string | undefined) =>
    async (thread: BodyThread): Promise<OpenCapture> => {
      const { sent, transfer } = portable(source);
      const input = { sent, unnamedEvent, limits: captureLimits };
      const opened = await thread.run('capture', input, transfer);
      return {
        ...opened,
        token: () => valueOf(opened.token),
        accept: async (context) => {
          const { packed, ...counts } = await thread.run('accept', { context, partitions });
          return { ...counts, append: (log) => log.appendPacked(packed) };
        },
      };
    };

  return {
    capture: async (source, unnamedEvent, work) => {
      const read = inline(source.body, () => readCaptureBody(source, unnamedEvent, inlineLimits));
      if (read === null) {
        const open = captureIn(source, unnamedEvent);
        return threads.use(async (thread) => work(await open(thread)));
      }
      return work({
        events: read.payload.events.length,
        inflatedBytes: read.inflatedBytes,
        token: () => payloadToken(read.payload),
        accept: (context) => {
          const { batch, dropped } = acceptCapture(read, context);
          const append = (log: IngestLogProducer): Promise<void> => log.appendEvents(batch);
          return { events: batch.events.length, dropped, append };
        },
      });
    },

    recording: async (source, userAgent) => {
      const read = inline(source.body, () => readRecordingBody(source, userAgent, inlineLimits));
      if (read !== null) return read;
      const { sent, transfer } = portable(source);
      const input = { sent, userAgent, limits: recordingLimits };
      return threads.use((thread) => thread.run('recording', input, transfer));
    },

    v1: async (body, encoding, context) => {
      const read = inline(body, () => readV1Body(body, encoding, inlineLimits, context));
      if (read === null) {
        const input = { ...handedOver(body), encoding, limits: v1Limits, context, partitions };
        return threads.use(async (thread) => {
          const { packed, results, ...rest } = await thread.run('v1', input, [input.body.buffer]);
          return {
            ...rest,
            append: (log) => log.appendPacked(packed),
            results: (stored) => (stored ? results.stored : results.notStored),
          };
        });
      }
      const { judgement, dropped, inflatedBytes } = read;
      const { results, entries } = judgement;
      return {
        events: entries.length,
        dropped,
        inflatedBytes,
        faults: droppedForFaults(results),
        append: (log) => log.append(entries),
        results: (stored) => (stored ? results : notPersisted(results)),
      };
    },

    otlp: (body, source, context) =>
      read<OtlpFacts>(
        body,
        () => readOtlpBody(body, source, inlineOtlpLimits, context),
        (thread, sent) => {
          const input = { ...sent, source, limits: otlpLimits, context, partitions };
          return thread.run('otlp', input, [sent.body.buffer]);
        },
      ),

    ai: (body, source, context) =>
      read<AiFacts>(
        body,
        () => readAiBody(body, source, inlineLimits, context),
        (thread, sent) => {
          const input = { ...sent, source, limits: aiLimits, context, partitions };
          return thread.run('ai', input, [sent.body.buffer]);
        },
      ),
  };
}

/** Reads a body on the event loop; returns null if it is, or inflates to, a large one. */
function inline<T>(body: Buffer, read: () => T): T | null {
  if (body.length > INLINE_BYTES) return null;
  try {
    return read();
  } catch (error) {
    if (isTooLarge(error)) return null;
    throw error;
  }
}

function isTooLarge(error: unknown): boolean {
  return (error instanceof CaptureError || error instanceof CaptureV1Error) && error.status === 413;
}

function portable({ body, query, ...types }: CaptureBody): {
  readonly sent: SentBody;
  readonly transfer: readonly ArrayBuffer[];
} {
  const owned = handedOver(body);
  return { sent: { ...types, ...owned, query: query.toString() }, transfer: [owned.body.buffer] };
}

/** Returns the body in an ArrayBuffer that contains nothing else and can be transferred to a thread without a copy. */
function handedOver(body: Buffer): { readonly body: Uint8Array<ArrayBuffer> } {
  const { buffer, byteOffset, byteLength } = body;
  const isAlone = buffer instanceof ArrayBuffer && byteLength === buffer.byteLength;
  return {
    body: isAlone ? new Uint8Array(buffer, byteOffset, byteLength) : Uint8Array.from(body),
  };
}
