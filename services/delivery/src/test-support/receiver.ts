import type { IncomingHttpHeaders, Server } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request that a receiver got. */
interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** An HTTP server that keeps what it is sent. */
export interface TestReceiver {
  readonly url: string;
  readonly requests: ReceivedRequest[];
  /** The response from now on; null means that it never responds. */
  respond: { status: number; body?: string; headers?: Record<string, string> } | null;
  close(): Promise<void>;
}

export async function startReceiver(): Promise<TestReceiver> {
  const receiver = { requests: [] as ReceivedRequest[], respond: { status: 200 } } as Pick<
    TestReceiver,
    'requests' | 'respond'
  >;
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      receiver.requests.push({
        method: request.method ?? '',
        path: request.url ?? '',
        headers: request.headers,
        body: Buffer.concat(chunks).toString('utf8'),
      });
      if (receiver.respond === null) return;
      const { status, body = 'ok', headers = {} } = receiver.respond;
      response.writeHead(status, headers).end(body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return Object.assign(receiver, {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  });
}
