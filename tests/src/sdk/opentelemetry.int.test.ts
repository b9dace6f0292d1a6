import { SpanKind, SpanStatusCode } from '@opentelemetry/api';
import { SeverityNumber } from '@opentelemetry/api-logs';
import { OTLPLogExporter as LogsJson } from '@opentelemetry/exporter-logs-otlp-http';
import { OTLPLogExporter as LogsProtobuf } from '@opentelemetry/exporter-logs-otlp-proto';
import { OTLPMetricExporter as MetricsJson } from '@opentelemetry/exporter-metrics-otlp-http';
import { OTLPMetricExporter as MetricsProtobuf } from '@opentelemetry/exporter-metrics-otlp-proto';
import { OTLPTraceExporter as TracesJson } from '@opentelemetry/exporter-trace-otlp-http';
import { OTLPTraceExporter as TracesProtobuf } from '@opentelemetry/exporter-trace-otlp-proto';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchLogRecordProcessor, LoggerProvider } from '@opentelemetry/sdk-logs';
import {
  AggregationType,
  MeterProvider,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics';
import type { PushMetricExporter } from '@opentelemetry/sdk-metrics';
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node';
import type { SpanExporter, SpanProcessor } from '@opentelemetry/sdk-trace-node';
import { PostHogSpanProcessor } from '@posthog/ai/otel';
import { waitUntil } from '@tidemark/testing';
import type { SharedProject } from '../test-support/shared-project';
import { sharedProject } from '../test-support/shared-project';

type Options = NonNullable<ConstructorParameters<typeof LogsJson>[0]>;
type Compression = NonNullable<Options['compression']>;
const GZIP = 'gzip' as Compression;

describe("OpenTelemetry's exporters, unmodified", () => {
  let product: SharedProject;

  beforeAll(async () => {
    product = await sharedProject('opentelemetry');
  });

  const hogql = (statement: string): Promise<unknown> =>
    product.api.hogql(product.projectId, statement);
  const headers = () => ({ Authorization: `Bearer ${product.projectApiKey}` });
  const resource = (service: string) => resourceFromAttributes({ 'service.name': service });

  function tracer(service: string, processor: SpanProcessor) {
    const provider = new NodeTracerProvider({
      resource: resource(service),
      spanProcessors: [processor],
    });
    return { provider, spans: provider.getTracer('shop-lib', '1.2.3') };
  }

  it.each<[string, (url: string) => SpanExporter, string]>([
    ['json', (url) => new TracesJson({ url, headers: headers() }), '/i/v1/traces'],
    [
      'json-gzip',
      (url) => new TracesJson({ url, headers: headers(), compression: GZIP }),
      '/v1/traces',
    ],
    ['protobuf', (url) => new TracesProtobuf({ url, headers: headers() }), '/i/v1/traces'],
    [
      'protobuf-gzip',
      (url) => new TracesProtobuf({ url, headers: headers(), compression: GZIP }),
      '/v1/traces',
    ],
  ])('traces as %s are rows of spans', async (service, exporter, path) => {
    const { provider, spans } = tracer(
      service,
      new BatchSpanProcessor(exporter(product.url + path)),
    );
    const span = spans.startSpan('GET /cart', {
      kind: SpanKind.SERVER,
      attributes: { 'http.route': '/cart', 'http.response.status_code': 500, list: ['a', 'b'] },
    });
    span.recordException(new TypeError('no cart'));
    span.setStatus({ code: SpanStatusCode.ERROR, message: 'no' });
    span.end();
    await provider.shutdown();

    await waitUntil(async () => {
      expect(
        await hogql(
          `SELECT trace_id, span_id, name, kind, status_code, status_message, is_root_span, duration_nano > 0,
            instrumentation_scope, attributes['http.route'], attributes['http.response.status_code'],
            JSONExtractString(events, 1, 'name'), distinct_id, timestamp > now() - INTERVAL 1 HOUR
           FROM spans WHERE service_name = '${service}'`,
        ),
      ).toEqual([
        [
          ...[span.spanContext().traceId, span.spanContext().spanId, 'GET /cart', 2, 2, 'no'],
          ...[true, 1, 'shop-lib@1.2.3', '/cart', '500', 'exception', `service:${service}`, 1],
        ],
      ]);
    });
  });

  it.each<[string, (url: string) => LogsJson | LogsProtobuf, string]>([
    ['logs-json', (url) => new LogsJson({ url, headers: headers() }), '/i/v1/logs'],
    [
      'logs-json-gzip',
      (url) => new LogsJson({ url, headers: headers(), compression: GZIP }),
      '/v1/logs',
    ],
    ['logs-protobuf', (url) => new LogsProtobuf({ url, headers: headers() }), '/i/v1/logs'],
    [
      'logs-token',
      (url) => new LogsProtobuf({ url: `${url}?token=${product.projectApiKey}` }),
      '/i/v1/logs',
    ],
  ])('log records of %s are rows of logs', async (service, exporter, path) => {
    const provider = new LoggerProvider({
      resource: resource(service),
      processors: [new BatchLogRecordProcessor({ exporter: exporter(product.url + path) })],
    });
    const logger = provider.getLogger('shop-lib', '1.2.3');
    logger.emit({
      severityNumber: SeverityNumber.ERROR,
      severityText: 'ERROR',
      body: 'the cart broke',
      attributes: { posthogDistinctId: 'otel-ann', cart: { items: 3 } },
    });
    logger.emit({ body: { text: 'as an object' }, eventName: 'cart.opened' });
    await provider.shutdown();

    await waitUntil(async () => {
      expect(
        await hogql(
          `SELECT body, level, severity_number, distinct_id, event_name, attributes.cart.items,
            resource_attributes['service.name'] FROM logs WHERE service_name = '${service}' ORDER BY body`,
        ),
      ).toEqual([
        ['the cart broke', 'error', 17, 'otel-ann', '', '3', service],
        ['{"text":"as an object"}', 'info', 9, `service:${service}`, 'cart.opened', null, service],
      ]);
    });
  });

  it.each<[string, (url: string) => PushMetricExporter, string]>([
    ['metrics-json', (url) => new MetricsJson({ url, headers: headers() }), '/i/v1/metrics'],
    [
      'metrics-json-gzip',
      (url) => new MetricsJson({ url, headers: headers(), compression: GZIP }),
      '/v1/metrics',
    ],
    ['metrics-protobuf', (url) => new MetricsProtobuf({ url, headers: headers() }), '/v1/metrics'],
    [
      'metrics-protobuf-gzip',
      (url) => new MetricsProtobuf({ url, headers: headers(), compression: GZIP }),
      '/i/v1/metrics',
    ],
  ])('data points of %s are rows of metrics', async (service, exporter, path) => {
    const reader = new PeriodicExportingMetricReader({ exporter: exporter(product.url + path) });
    const aggregation = { type: AggregationType.EXPONENTIAL_HISTOGRAM } as const;
    const provider = new MeterProvider({
      resource: resource(service),
      readers: [reader],
      views: [{ instrumentName: 'sizes', aggregation }],
    });
    const meter = provider.getMeter('shop-lib', '1.2.3');
    const requests = meter.createCounter('requests', { unit: '{request}' });
    requests.add(3, { 'http.route': '/cart' });
    requests.add(4, { 'http.route': '/cart' });
    requests.add(1, { 'http.route': '/' });
    meter.createUpDownCounter('open.carts').add(-2);
    meter.createGauge('load').record(0.75);
    const advice = { explicitBucketBoundaries: [1, 10] };
    const duration = meter.createHistogram('duration', { unit: 'ms', advice });
    for (const value of [0.5, 2, 50]) duration.record(value);
    const sizes = meter.createHistogram('sizes');
    for (const value of [1, 3, 0]) sizes.record(value);
    await provider.shutdown();

    await waitUntil(async () => {
      expect(
        await hogql(
          `SELECT metric_name, metric_type, value, count, unit, aggregation_temporality, is_monotonic,
            attributes['http.route'], instrumentation_scope, distinct_id, timestamp > now() - INTERVAL 1 HOUR
           FROM metrics WHERE service_name = '${service}' ORDER BY metric_name, value`,
        ),
      ).toEqual(
        [
          ['duration', 'histogram', 52.5, 3, 'ms', 'cumulative', false, null],
          ['load', 'gauge', 0.75, 1, '', '', false, null],
          ['open.carts', 'sum', -2, 1, '', 'cumulative', false, null],
          ['requests', 'sum', 1, 1, '{request}', 'cumulative', true, '/'],
          ['requests', 'sum', 7, 1, '{request}', 'cumulative', true, '/cart'],
          ['sizes', 'exponential_histogram', 4, 3, '', 'cumulative', false, null],
        ].map((row) => [...row, 'shop-lib@1.2.3', `service:${service}`, 1]),
      );
    });
    expect(
      await hogql(
        `SELECT histogram_bounds, histogram_counts, arraySum(JSONExtract(histogram_counts, 'Array(Int64)'))
         FROM metrics WHERE service_name = '${service}' AND metric_name = 'duration'`,
      ),
    ).toEqual([['[1,10]', '[1,1,1]', 3]]);
    expect(
      await hogql(
        `SELECT uniq(series_fingerprint) FROM metrics WHERE service_name = '${service}' AND metric_name = 'requests'`,
      ),
    ).toEqual([[2]]);
  });

  it("PostHog's span processor sends spans of AI calls, which become events with costs", async () => {
    const { provider, spans } = tracer(
      'assistant',
      new PostHogSpanProcessor({
        projectToken: product.projectApiKey,
        host: product.url,
      }),
    );
    spans.startSpan('GET /not-ai').end();
    const span = spans.startSpan('chat gpt-4o', {
      attributes: {
        'gen_ai.operation.name': 'chat',
        'gen_ai.provider.name': 'openai',
        'gen_ai.request.model': 'gpt-4o',
        'gen_ai.usage.input_tokens': 1000,
        'gen_ai.usage.output_tokens': 100,
        'gen_ai.input.messages': JSON.stringify([{ role: 'user', content: 'hi' }]),
        'posthog.distinct_id': 'otel-bob',
      },
    });
    span.end();
    await provider.shutdown();

    await waitUntil(async () => {
      expect(
        await hogql(
          `SELECT event, distinct_id, properties.$ai_trace_id, properties.$ai_span_name, properties.$ai_model,
            properties.$ai_total_cost_usd, JSONExtractString(properties.$ai_input, 1, 'content'),
            properties.\`service.name\` FROM events WHERE properties.$ai_ingestion_source = 'otel'`,
        ),
      ).toEqual([
        [
          ...['$ai_generation', 'otel-bob', span.spanContext().traceId, 'chat gpt-4o', 'gpt-4o'],
          ...[0.0035, 'hi', 'assistant'],
        ],
      ]);
    });
    expect(
      await hogql(
        `SELECT event, trace_id, span_name, model, input_tokens, total_cost_usd, JSONExtractString(input, 1, 'content')
         FROM ai_events WHERE distinct_id = 'otel-bob'`,
      ),
    ).toEqual([
      ['$ai_generation', span.spanContext().traceId, 'chat gpt-4o', 'gpt-4o', 1000, 0.0035, 'hi'],
    ]);
    expect(await hogql("SELECT count() FROM spans WHERE service_name = 'assistant'")).toEqual([
      [0],
    ]);
  });
});
