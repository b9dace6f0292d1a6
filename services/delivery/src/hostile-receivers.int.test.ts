import { createServer } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';
import { waitUntil } from '@tidemark/testing';
import type { World } from './test-support/world';
import { openWorld } from './test-support/world';

/** Receivers that answer with bytes instead of HTTP, or with strange HTTP. */
let world: World;
beforeAll(async () => {
  world = await openWorld();
  await world.deliver();
});
afterAll(() => world.close());

async function startRaw(respond: (socket: Socket) => void): Promise<Server> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => respond(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

const HEAD = 'HTTP/1.1 200 OK\r\n';

it.each<[string, (socket: Socket) => void, string]>([
  [
    'changes the protocol',
    (socket) => {
      const headers = 'upgrade: websocket\r\nconnection: upgrade\r\n\r\n';
      socket.write(`HTTP/1.1 101 Switching Protocols\r\n${headers}`);
    },
    'The receiver returned 101.',
  ],
  ['closes the connection', (socket) => socket.end(), 'ECONNRESET'],
  ['sends no HTTP', (socket) => socket.end('SSH-2.0-OpenSSH\r\n'), 'HPE_INVALID_CONSTANT'],
  [
    'sends chunks without a size',
    (socket) => socket.end(`${HEAD}transfer-encoding: chunked\r\n\r\nnonsense\r\n`),
    'HPE_INVALID_CHUNK_SIZE',
  ],
  [
    'never ends its response',
    (socket) => socket.write(`${HEAD}content-length: 9\r\n\r\na`),
    'did not respond within 1 s',
  ],
  [
    'redirects to a private address',
    (socket) =>
      socket.end('HTTP/1.1 302 Found\r\nlocation: http://10.0.0.1/\r\ncontent-length: 0\r\n\r\n'),
    'The receiver returned 302.',
  ],
])('a receiver that %s fails in time', async (_name, respond, error) => {
  const server = await startRaw(respond);
  const { port } = server.address() as AddressInfo;
  const destination = await world.destination({
    templateId: 'template-webhook',
    inputs: { url: { value: `http://127.0.0.1:${port}/` } },
  });
  await world.note(destination, await world.event());
  await waitUntil(async () => {
    const [run] = await world.run(destination);
    expect(run?.attempts).toBeGreaterThan(1);
    expect(run?.latestAttempt?.error).toContain(error);
  });
  await world.destinations.update(
    world.by,
    destination,
    { enabled: false },
    { withDeleted: false },
  );
  server.close();
});

it('reads only the start of a response without an end', async () => {
  let sent = 0;
  const server = await startRaw((socket) => {
    socket.write(`${HEAD}content-length: 1000000000\r\n\r\n`);
    const chunk = Buffer.alloc(65_536, 'a');
    const write = (): void => {
      while (!socket.destroyed && sent < 1_000_000_000) {
        sent += chunk.length;
        if (!socket.write(chunk)) {
          socket.once('drain', write);
          return;
        }
      }
    };
    write();
  });
  const { port } = server.address() as AddressInfo;
  const destination = await world.destination({
    templateId: 'template-webhook',
    inputs: { url: { value: `http://127.0.0.1:${port}/` } },
  });
  await world.note(destination, await world.event());
  await waitUntil(async () => {
    expect(await world.run(destination)).toMatchObject([{ state: 'delivered' }]);
  });
  expect(sent).toBeLessThan(50_000_000);
  server.close();
});
