import type { RequestListener, Server } from 'node:http';
import { connect } from 'node:net';
import { defaultHttpConfig } from '@tidemark/configuration';
import { createHttpServer, createLogger, listen } from '@tidemark/platform';
import { createApiProxy } from './proxy';

const BODIES = 40;
const open: Server[] = [];

afterEach(() => {
  for (const server of open.splice(0)) {
    server.close();
    server.closeAllConnections();
  }
});

async function serve(listener: RequestListener): Promise<number> {
  const server = createHttpServer(defaultHttpConfig, listener);
  open.push(server);
  return listen(server, 0, '127.0.0.1');
}

it('buffers very little of bodies that the api does not read', async () => {
  let begun = 0;
  const api = await serve(() => {
    begun += 1;
  });
  const logger = createLogger('test', 'silent');
  const front = await serve(createApiProxy(`http://127.0.0.1:${api}`, { logger }).listener);
  const piece = Buffer.alloc(64 * 1024, 'a');
  const before = process.memoryUsage().arrayBuffers;
  const clients = Array.from({ length: BODIES }, () => {
    const socket = connect(front, '127.0.0.1').on('error', () => undefined);
    socket.write('POST /api/x/ HTTP/1.1\r\nHost: x\r\nContent-Length: 100000000\r\n\r\n');
    const send = (): void => {
      while (socket.write(piece));
    };
    socket.on('drain', send);
    send();
    return socket;
  });
  const sent = (): number => clients.reduce((sum, { bytesWritten }) => sum + bytesWritten, 0);
  // Waits until the buffers of the system are full too.
  for (let last = -1; begun < BODIES || sent() > last;) {
    last = sent();
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  const held = process.memoryUsage().arrayBuffers - before;
  for (const client of clients) client.destroy();
  expect(sent()).toBeGreaterThan(BODIES * 4 * 1024 * 1024);
  // 17 MB were measured in a separate process; other tests of this process add to it.
  expect(held).toBeLessThan(BODIES * 1024 * 1024);
}, 60_000);
