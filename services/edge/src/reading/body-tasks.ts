import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { V1Results } from '@tidemark/domain';
import { droppedForFaults, notPersisted, payloadToken } from '@tidemark/domain';
import type { WarningType } from '@tidemark/domain';
import type { EventQuota } from '@tidemark/domain';
import type { PackedValues } from '@tidemark/ingest-log';
import { packEntries, packEvents } from '@tidemark/ingest-log';
import type { V1Encoding } from '../body/content-encoding';
import type { BodyLimits } from './body-limits';
import { readAiBody } from './ai-body';
import type { AiContext, AiRequest, AiSource } from './ai-body';
import { acceptCapture, readCaptureBody } from './capture-body';
import type { AcceptContext, CaptureRequest } from './capture-body';
import { readOtlpBody } from './otlp-body';
import type { OtlpContext, OtlpRequest, OtlpSource } from './otlp-body';
import { later, readRecordingBody } from './recording-body';
import type { Later, RecordingRequest } from './recording-body';
import { readV1Body } from './v1-body';
import type { V1Context } from './v1-body';

/** A body of v0 in a message to a thread. */
export interface SentBody {
  readonly body: Uint8Array;
  readonly contentType: string | undefined;
  readonly contentEncoding: string | undefined;
  /** The request's query as text. */
  readonly query: string;
}

interface OpenedCapture {
  readonly events: number;
  readonly token: Later<string>;
  readonly inflatedBytes: number;
}

interface PackedRequest {
  readonly packed: PackedValues;
  readonly events: number;
  readonly dropped: ReadonlyMap<EventQuota, number>;
}

interface PackedV1Request {
  /** The `results` of the response as JSON text: if the log has stored the events, and if it has not. */
  readonly results: { readonly stored: string; readonly notStored: string };
  readonly packed: PackedValues;
  readonly events: number;
  readonly faults: readonly WarningType[];
  readonly dropped: ReadonlyMap<EventQuota, number>;
  readonly inflatedBytes: number;
}

type PackedOtlpRequest = PackedRequest & Omit<OtlpRequest, 'batch'>;
type PackedAiRequest = PackedRequest & Omit<AiRequest, 'batch'>;

/** The tasks of a thread that reads bodies, for one request at a time. */
export interface BodyTasks {
  /** Reads a capture body and keeps it for `accept` until the next one. @throws CaptureError */
  capture(input: {
    readonly sent: SentBody;
    readonly unnamedEvent: string | undefined;
    readonly limits: BodyLimits;
  }): OpenedCapture;
  /** Accepts the events of the capture body that `capture` has read. @throws CaptureError */
  accept(input: { readonly context: AcceptContext; readonly partitions: number }): PackedRequest;
  /** @throws CaptureError */
  recording(input: {
    readonly sent: SentBody;
    readonly userAgent: string | undefined;
    readonly limits: BodyLimits;
  }): RecordingRequest;
  /** @throws CaptureV1Error | V1OverQuota */
  v1(input: {
    readonly body: Uint8Array;
    readonly encoding: V1Encoding;
    readonly limits: BodyLimits;
    readonly context: V1Context;
    readonly partitions: number;
  }): PackedV1Request;
  /** @throws CaptureError */
  otlp(input: {
    readonly body: Uint8Array;
    readonly source: OtlpSource;
    readonly limits: BodyLimits;
    readonly context: OtlpContext;
    readonly partitions: number;
  }): PackedOtlpRequest;
  /** @throws CaptureError */
  ai(input: {
    readonly body: Uint8Array;
    readonly source: AiSource;
    readonly limits: BodyLimits;
    readonly context: AiContext;
    readonly partitions: number;
  }): PackedAiRequest;
  /** Collects the garbage of the last bodies; V8 does not do it in an idle thread. */
  collect(input: null): void;
}

export function createBodyTasks(): BodyTasks {
  let open: CaptureRequest | null = null;
  return {
    capture: ({ sent, unnamedEvent, limits }) => {
      open = null;
      const request = readCaptureBody(sourceOf(sent), unnamedEvent, limits);
      open = request;
      const { payload, inflatedBytes } = request;
      const token = later(() => payloadToken(payload));
      return { events: payload.events.length, token, inflatedBytes };
    },
    accept: ({ context, partitions }) => {
      if (open === null) throw new Error('no capture body was read before accept');
      const { batch, dropped } = acceptCapture(open, context);
      open = null;
      return { packed: packEvents(batch, partitions), events: batch.events.length, dropped };
    },
    recording: ({ sent, userAgent, limits }) =>
      readRecordingBody(sourceOf(sent), userAgent, limits),
    v1: ({ body, encoding, limits, context, partitions }) => {
      const read = readV1Body(bufferOf(body), encoding, limits, context);
      const { results, entries } = read.judgement;
      return {
        results: { stored: textOf(results), notStored: textOf(notPersisted(results)) },
        packed: packEntries(entries, partitions),
        events: entries.length,
        faults: droppedForFaults(results),
        dropped: read.dropped,
        inflatedBytes: read.inflatedBytes,
      };
    },
    otlp: ({ body, source, limits, context, partitions }) => {
      const { batch, ...rest } = readOtlpBody(bufferOf(body), source, limits, context);
      return { ...rest, packed: packEvents(batch, partitions), events: batch.events.length };
    },
    ai: ({ body, source, limits, context, partitions }) => {
      const { batch, ...rest } = readAiBody(bufferOf(body), source, limits, context);
      return { ...rest, packed: packEvents(batch, partitions), events: batch.events.length };
    },
    collect: () => {
      open = null;
      collectGarbage();
    },
  };
}

function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
}

function textOf(results: V1Results): string {
  return JSON.stringify({ results: Object.fromEntries(results) });
}

function sourceOf({ body, query, ...types }: SentBody) {
  return { ...types, body: bufferOf(body), query: new URLSearchParams(query) };
}

/** Converts the Uint8Array that a thread gets in place of a Buffer. */
function bufferOf(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
