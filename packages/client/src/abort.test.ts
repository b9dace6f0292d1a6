import type { AddressInfo } from 'node:net';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import { createClient } from '.';

/** A server that sends the beginning of every response, and no more. */
let server: Server;
beforeAll(async () => {
  server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.write('{"results":\n');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const query = { kind: 'HogQLQuery', query: 'SELECT 1' } as const;

describe('the reason of an aborted signal is the error', () => {
  const reasons: readonly unknown[] = [new Error('the user left'), 'left', { code: 7 }, undefined];
  it.each(reasons)('%s', async (reason) => {
    const { port } = server.address() as AddressInfo;
    const client = createClient({ host: `http://127.0.0.1:${port}`, apiKey: 'phx_1' });
    const calls = [
      (signal: AbortSignal) => client.get('/api/projects/{project_id}/actions/', { signal }),
      (signal: AbortSignal) => client.query(query, { signal }),
      (signal: AbortSignal) => client.pages(query, { pageSize: 10, signal }).next(),
      async (signal: AbortSignal) => {
        const rows = client.stream(query, 'ndjson', { signal });
        await new Response(await rows).text();
      },
    ];
    for (const call of calls) {
      const controller = new AbortController();
      const outcome = call(controller.signal).catch((error: unknown) => error);
      await new Promise<void>((resolve) => server.once('request', () => resolve()));
      controller.abort(reason);
      expect(await outcome).toBe(controller.signal.reason);
    }
  });
});
