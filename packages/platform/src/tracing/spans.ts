/** The kind of a span, with OpenTelemetry's names. */
export type SpanKind = 'server' | 'client' | 'producer' | 'consumer' | 'internal';

export type SpanAttributes = Readonly<Record<string, string | number | boolean>>;

export interface SpanOptions {
  readonly kind?: SpanKind;
  /** Must have few distinct names and no user data, because they are sent to another system. */
  readonly attributes?: SpanAttributes;
  /** W3C `traceparent` of the cause, if that is not the active span. An invalid value counts as absent. */
  readonly parent?: string | undefined;
}

/** A span that has not ended. */
export interface OpenSpan {
  set(attributes: SpanAttributes): void;
  /** Marks the span as failed; if its work rejects, that is done automatically. */
  fail(): void;
}

/** A span that is recorded after it ended. Times are ms since the epoch. */
export interface PastSpan extends SpanOptions {
  readonly start: number;
  readonly end: number;
  readonly failed?: boolean;
}

/** The recorder of spans; there is at most one per process. */
export interface Tracer {
  span<T>(name: string, options: SpanOptions, work: (span: OpenSpan) => Promise<T>): Promise<T>;
  /** @returns the `traceparent` of the span */
  past(name: string, span: PastSpan): string | undefined;
  /** `traceparent` of the active span, if it is recorded. */
  active(): string | undefined;
  /** Sends the spans that were not sent yet. */
  stop(): Promise<void>;
}

const NOT_RECORDED: OpenSpan = { set: () => undefined, fail: () => undefined };

let tracer: Tracer | null = null;

/** Whether spans are recorded. */
export function isTracing(): boolean {
  return tracer !== null;
}

/** Sets the tracer for all further spans; null disables tracing. */
export function useTracer(next: Tracer | null): void {
  tracer = next;
}

/** Runs `work` in a span; without tracing, just runs it. */
export function inSpan<T>(
  name: string,
  options: SpanOptions,
  work: (span: OpenSpan) => Promise<T>,
): Promise<T> {
  return tracer === null ? work(NOT_RECORDED) : tracer.span(name, options, work);
}

/** Like `inSpan`, but only if a span is active: work without a request, such as a sweep, does not start a trace. */
export function inStep<T>(
  name: string,
  options: SpanOptions,
  work: (span: OpenSpan) => Promise<T>,
): Promise<T> {
  return tracer?.active() === undefined ? work(NOT_RECORDED) : tracer.span(name, options, work);
}

/** Records a span that has ended. @returns its `traceparent`; undefined if it is not recorded */
export function pastSpan(name: string, span: PastSpan): string | undefined {
  return tracer?.past(name, span);
}

/** W3C `traceparent` of the active span, for other services; undefined if there is none or it is not recorded. */
export function activeTraceparent(): string | undefined {
  return tracer?.active();
}

/** The trace id in a `traceparent`. */
export function traceIdOf(traceparent: string): string {
  return traceparent.slice(3, 35);
}

/** Ends tracing after sending all recorded spans. */
export async function stopTracing(): Promise<void> {
  const stopping = tracer;
  tracer = null;
  await stopping?.stop();
}
