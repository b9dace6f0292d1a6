import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A span, reduced to the fields that tests read. */
export interface ReceivedSpan {
  readonly service: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly failed: boolean;
  readonly attributes: Readonly<Record<string, unknown>>;
}

/** A minimal collector of traces for tests; accepts OTLP over HTTP, as JSON. */
export interface OtlpReceiver {
  readonly url: string;
  readonly spans: readonly ReceivedSpan[];
  stop(): Promise<void>;
}

interface Attribute {
  readonly key: string;
  readonly value: Readonly<Record<string, unknown>>;
}

/** The status code of a failed span in OTLP. */
const FAILED = 2;

interface Span extends Omit<ReceivedSpan, 'attributes' | 'failed' | 'service'> {
  readonly status: { readonly code: number };
  readonly attributes: readonly Attribute[];
}

interface TracesBody {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] };
    readonly scopeSpans: readonly { readonly spans: readonly Span[] }[];
  }[];
}

export async function startOtlpReceiver(): Promise<OtlpReceiver> {
  const spans: ReceivedSpan[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const isTraces = request.method === 'POST' && request.url === '/v1/traces';
      if (isTraces) {
        spans.push(...spansIn(JSON.parse(Buffer.concat(chunks).toString()) as TracesBody));
      }
      response.writeHead(isTraces ? 200 : 404, { 'content-type': 'application/json' }).end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

function spansIn({ resourceSpans }: TracesBody): ReceivedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const service = String(plain(resource.attributes)['service.name']);
    return scopeSpans.flatMap(({ spans }) =>
      spans.map(({ attributes, status, ...span }) => ({
        ...span,
        service,
        failed: status.code === FAILED,
        attributes: plain(attributes),
      })),
    );
  });
}

/** Converts the attributes of OTLP, whose values are wrapped in objects with a type, to a plain object. */
function plain(attributes: readonly Attribute[]): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
}
