import { z } from 'zod';
import type { EdgeRoute } from './edge-route';
import { rejections } from './edge-route';

const partialSuccess = z.looseObject({ errorMessage: z.string().optional() });

const shared = {
  method: 'POST',
  tag: 'opentelemetry',
  scope: null,
  query: z.object({
    token: z.string().describe('The project token, where a header cannot be set.').optional(),
  }),
  bodyTypes: ['application/json', 'application/x-protobuf'],
  responses: {
    200: {
      text: 'Stored, except for the records that `partialSuccess` reports. The response is protobuf if the request is.',
      json: z.looseObject({ partialSuccess: partialSuccess.optional() }),
    },
    ...rejections([400, 401, 408, 413, 415, 429, 503], {
      json: z.object({ code: z.number(), message: z.string() }),
    }),
  },
} as const;

const HOW =
  'OTLP over HTTP, in JSON or protobuf, plain or gzip. Send the project token as `Authorization: Bearer phc_…`; ' +
  'errors are `google.rpc.Status` in the format of the request.';

const spans = z.looseObject({ resourceSpans: z.array(z.unknown()).nullish() });
const records = z.looseObject({ resourceLogs: z.array(z.unknown()).nullish() });
const metrics = z.looseObject({ resourceMetrics: z.array(z.unknown()).nullish() });

/** Spans, log records and metrics of OpenTelemetry (`docs/wire/otel.md#paths`). */
export const otlpRoutes: readonly EdgeRoute[] = [
  {
    ...shared,
    name: 'otlp_traces',
    paths: ['/i/v1/traces/', '/v1/traces/'],
    summary: 'Send spans',
    description: `${HOW} Spans of LLM calls also become AI events.`,
    body: spans,
  },
  {
    ...shared,
    name: 'otlp_ai_traces',
    paths: ['/i/v0/ai/otel/', '/i/v0/ai/otel/v1/traces/'],
    summary: 'Send spans of LLM calls',
    description: `${HOW} They become AI events; other spans are ignored.`,
    body: spans,
  },
  {
    ...shared,
    name: 'otlp_logs',
    paths: ['/i/v1/logs/', '/v1/logs/'],
    summary: 'Send log records',
    description: HOW,
    body: records,
  },
  {
    ...shared,
    name: 'otlp_metrics',
    paths: ['/i/v1/metrics/', '/v1/metrics/'],
    summary: 'Send metrics',
    description: `${HOW} Each data point is a row of the HogQL table \`metrics\`.`,
    body: metrics,
  },
];
