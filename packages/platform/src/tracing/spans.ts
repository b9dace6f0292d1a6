/** The kind of a span, in OpenTelemetry's terms. */
export type SpanKind = 'server' | 'client' | 'producer' | 'consumer' | 'internal';

export type SpanAttributes = Readonly<Record<string, string | number | boolean>>;

export interface SpanOptions {
  readonly kind?: SpanKind;
  /** Bounded in number and free of user data: they leave the process. */
  readonly attributes?: SpanAttributes;
  /** W3C `traceparent` of who caused it, when that is not the active span. What is malformed counts as absent. */
  readonly parent?: string | undefined;
}

/** A span that has not ended. */
export interface OpenSpan {
  set(attributes: SpanAttributes): void;
  /** Marks it as failed; a rejection of its work does so by itself. */
  fail(): void;
}

/** A span that is recorded afterwards. Times are ms since the epoch. */
export interface PastSpan extends SpanOptions {
  readonly start: number;
  readonly end: number;
  readonly failed?: boolean;
}

/** The recorder of spans; there is at most one per process. */
export interface Tracer {
  span<T>(name: string, options: SpanOptions, work: (span: OpenSpan) => Promise<T>): Promise<T>;
  /** @returns its `traceparent` */
  past(name: string, span: PastSpan): string | undefined;
  /** `traceparent` of the active span, if it is being recorded. */
  active(): string | undefined;
  /** Sends what is left. */
  stop(): Promise<void>;
}

const NOT_RECORDED: OpenSpan = { set: () => undefined, fail: () => undefined };

let tracer: Tracer | null = null;

/** Whether spans are recorded at all. */
export function isTracing(): boolean {
  return tracer !== null;
}

/** Sets the tracer for all further spans; null disables tracing. */
export function useTracer(next: Tracer | null): void {
  tracer = next;
}

/** Runs `work` within a span. Without tracing it is a plain call. */
export function inSpan<T>(
  name: string,
  options: SpanOptions,
  work: (span: OpenSpan) => Promise<T>,
): Promise<T> {
  return tracer === null ? work(NOT_RECORDED) : tracer.span(name, options, work);
}

/** The same where a span is active already: work without a request, such as a sweep, begins no trace. */
export function inStep<T>(
  name: string,
  options: SpanOptions,
  work: (span: OpenSpan) => Promise<T>,
): Promise<T> {
  return tracer?.active() === undefined ? work(NOT_RECORDED) : tracer.span(name, options, work);
}

/** Records a span that is over. @returns its `traceparent`; undefined when it is not recorded. */
export function pastSpan(name: string, span: PastSpan): string | undefined {
  return tracer?.past(name, span);
}

/** W3C `traceparent` of the active span, to be handed on; undefined when there is none, or none is recorded. */
export function activeTraceparent(): string | undefined {
  return tracer?.active();
}

/** The id of the trace that a `traceparent` names. */
export function traceIdOf(traceparent: string): string {
  return traceparent.slice(3, 35);
}

/** Ends tracing; what has been recorded is sent first. */
export async function stopTracing(): Promise<void> {
  const stopping = tracer;
  tracer = null;
  await stopping?.stop();
}
