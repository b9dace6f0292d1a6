import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Receiver {
  readonly url: string;
  /** The bodies of all requests so far. */
  readonly bodies: readonly string[];
  /** Sets the status of the responses to the next requests. */
  respondWith(status: number): void;
  close(): Promise<void>;
}

/** Starts an HTTP server that receives deliveries. */
export async function startReceiver(): Promise<Receiver> {
  const bodies: string[] = [];
  let status = 200;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      bodies.push(Buffer.concat(chunks).toString('utf8'));
      response.writeHead(status, { 'content-type': 'text/plain' }).end(`<b>status ${status}</b>`);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    bodies,
    respondWith(next) {
      status = next;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
