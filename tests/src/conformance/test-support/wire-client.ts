import type { IncomingHttpHeaders } from 'node:http';
import { Agent, request } from 'node:http';

interface WireResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly sameConnection: boolean;
}

export interface WireClient {
  send(
    method: string,
    path: string,
    headers: Readonly<Record<string, string>>,
    body: Buffer,
  ): Promise<WireResponse>;
  close(): void;
}

/** Sends requests over one keep-alive connection and adds only the headers Content-Length and Host. */
export function createWireClient(url: string): WireClient {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const { hostname, port } = new URL(url);
  let lastLocalPort: number | undefined;
  return {
    send: (method, path, headers, body) =>
      new Promise((resolve, reject) => {
        const sized = { ...headers, ...(body.length > 0 && { 'content-length': body.length }) };
        const call = request({ agent, hostname, port, method, path, headers: sized });
        call.on('error', reject);
        call.on('response', (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('error', reject);
          const { localPort } = response.socket;
          response.on('end', () => {
            resolve({
              status: response.statusCode ?? 0,
              headers: response.headers,
              body: Buffer.concat(chunks).toString('utf8'),
              sameConnection: localPort === lastLocalPort,
            });
            lastLocalPort = localPort;
          });
        });
        call.end(body);
      }),
    close: () => agent.destroy(),
  };
}
