import type { Context, Span } from '@opentelemetry/api';
import type * as Exporter from '@opentelemetry/exporter-trace-otlp-http';
import type * as Resources from '@opentelemetry/resources';
import type * as Sdk from '@opentelemetry/sdk-trace-node';
import type { SpanAttributes, SpanOptions, Tracer } from './spans';

/** How long spans are collected before they are sent together. */
const SEND_EVERY_MS = 1_000;

export interface OpenTelemetryOptions {
  readonly service: string;
  /** The base URL of a collector; spans are sent to `/v1/traces` below it. */
  readonly endpoint: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The share of traces that are recorded, 0 to 1. */
  readonly ratio: number;
}

/**
 * Records spans with OpenTelemetry's SDK and sends them with OTLP over HTTP, as JSON. The SDK is only loaded here,
 * because loading it takes as long as the start of a service.
 */
export async function createOpenTelemetry(options: OpenTelemetryOptions): Promise<Tracer> {
  const [api, core, exporter, resources, sdk] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/core'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
    import('@opentelemetry/sdk-trace-node'),
  ]);
  const { context, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace, TraceFlags } = api;
  const kinds = {
    internal: SpanKind.INTERNAL,
    server: SpanKind.SERVER,
    client: SpanKind.CLIENT,
    producer: SpanKind.PRODUCER,
    consumer: SpanKind.CONSUMER,
  } as const;
  const provider = createProvider(options, sdk, resources, exporter);
  provider.register();
  const tracer = provider.getTracer('tidemark');
  const propagator = new core.W3CTraceContextPropagator();

  const parentOf = ({ parent }: SpanOptions): Context =>
    parent === undefined
      ? context.active()
      : propagator.extract(ROOT_CONTEXT, parent, {
          get: (carrier: string, name) => (name === 'traceparent' ? carrier : undefined),
          keys: () => ['traceparent'],
        });
  const begin = (name: string, given: SpanOptions, from: Context, startTime?: number): Span =>
    tracer.startSpan(
      name,
      {
        kind: kinds[given.kind ?? 'internal'],
        attributes: { ...given.attributes },
        ...(startTime !== undefined && { startTime }),
      },
      from,
    );
  const traceparentOf = (span: Span | undefined): string | undefined => {
    if (span === undefined) return undefined;
    const { traceId, spanId, traceFlags } = span.spanContext();
    const isRecorded = (traceFlags & TraceFlags.SAMPLED) !== 0;
    return isRecorded ? `00-${traceId}-${spanId}-01` : undefined;
  };

  return {
    span: (name, given, work) => {
      const from = parentOf(given);
      const span = begin(name, given, from);
      const open = {
        set: (attributes: SpanAttributes) => void span.setAttributes({ ...attributes }),
        fail: () => void span.setStatus({ code: SpanStatusCode.ERROR }),
      };
      return context.with(trace.setSpan(from, span), async () => {
        try {
          return await work(open);
        } catch (error) {
          // The error's message is not recorded, because it may contain user data.
          open.fail();
          throw error;
        } finally {
          span.end();
        }
      });
    },
    past: (name, { start, end, failed = false, ...given }) => {
      const span = begin(name, given, parentOf(given), start);
      if (failed) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end(end);
      return traceparentOf(span);
    },
    active: () => traceparentOf(trace.getActiveSpan()),
    stop: () => provider.shutdown(),
  };
}

function createProvider(
  { service, ratio, endpoint, headers }: OpenTelemetryOptions,
  sdk: typeof Sdk,
  resources: typeof Resources,
  exporter: typeof Exporter,
): Sdk.NodeTracerProvider {
  // The sampling flag of clients is ignored: the id of the trace decides, so that the decision is the same in all
  // processes.
  const byTraceId = new sdk.TraceIdRatioBasedSampler(ratio);
  return new sdk.NodeTracerProvider({
    resource: resources.resourceFromAttributes({
      'service.name': `tidemark-${service}`,
      'service.instance.id': String(process.pid),
    }),
    sampler: new sdk.ParentBasedSampler({ root: byTraceId, remoteParentSampled: byTraceId }),
    spanProcessors: [
      new sdk.BatchSpanProcessor(
        new exporter.OTLPTraceExporter({
          url: `${endpoint.replace(/(?<!\/)\/+$/, '')}/v1/traces`,
          headers: { ...headers },
        }),
        { scheduledDelayMillis: SEND_EVERY_MS },
      ),
    ],
  });
}
