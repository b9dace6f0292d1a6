import type { Server } from 'node:http';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { closeServer, listen } from '../listen';
import { createHttpServer } from './http-server';

const LIMITS = {
  HTTP_HEADERS_TIMEOUT_SECONDS: 1,
  HTTP_REQUEST_TIMEOUT_SECONDS: 2,
  HTTP_WRITE_STALL_SECONDS: 1,
  HTTP_KEEP_ALIVE_SECONDS: 1,
  HTTP_MAX_HEADER_BYTES: 8_192,
  HTTP_MAX_HEADERS: 20,
  HTTP_MAX_CONNECTIONS: 0,
};
const LARGE = 32 * 1024 * 1024;

const HEAD = 'GET / HTTP/1.1\r\nHost: x\r\n';

let server: Server;
let port: number;
const clients: Socket[] = [];
/** Slow connections, which are started at the same time. */
let slowHead: Promise<string>;
let silent: Promise<string>;
let slowBody: Promise<string>;
let longResponse: Promise<string>;
let neverReads: Promise<{ readonly accepted: Socket; readonly client: Socket }>;
beforeAll(async () => {
  server = createHttpServer(LIMITS, (request, response) => {
    if (request.url === '/large') response.end(Buffer.alloc(LARGE));
    else if (request.url === '/slow') setTimeout(() => response.end('late'), 2_500);
    else request.resume().on('end', () => response.end('fine'));
  });
  port = await listen(server, 0, '127.0.0.1');
  neverReads = takeNothing();
  await new Promise((resolve) => server.once('connection', resolve));
  slowHead = ended(`${HEAD}X-Slow: `, 'a');
  silent = ended('');
  slowBody = ended('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n', 'a');
  longResponse = ended('GET /slow HTTP/1.1\r\nHost: x\r\n\r\n');
});
afterAll(async () => {
  for (const client of clients) client.destroy();
  await closeServer(server, 100);
});

/**
 * Returns all data that a client receives until the server ends the connection. @param drip text that is sent
 * repeatedly
 */
function ended(text: string, drip?: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const client = connect(port, '127.0.0.1', () => client.write(text));
    clients.push(client);
    let heard = '';
    client.on('data', (chunk: Buffer) => (heard += chunk.toString('latin1')));
    const timer = setInterval(() => {
      if (drip !== undefined && client.writable) client.write(drip);
    }, 100);
    client.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ECONNRESET' && error.code !== 'EPIPE') reject(error);
    });
    client.on('close', () => {
      clearInterval(timer);
      resolve(heard);
    });
  });
}

async function takeNothing(): Promise<{ readonly accepted: Socket; readonly client: Socket }> {
  const client = connect(port, '127.0.0.1', () =>
    client.write(HEAD.replace('/', '/large') + '\r\n'),
  );
  client.on('error', () => undefined);
  clients.push(client);
  const accepted = await new Promise<Socket>((resolve) => server.once('connection', resolve));
  await new Promise((resolve) => accepted.once('close', resolve));
  return { accepted, client };
}

const statusOf = (heard: string): string => heard.split(' ')[1] ?? '';

it('ends a connection with a head that is sent byte by byte, and one without data', async () => {
  expect((await Promise.all([slowHead, silent])).map(statusOf)).toEqual(['408', '408']);
});

it('ends a connection with a body that is sent byte by byte', async () => {
  expect(statusOf(await slowBody)).toBe('408');
});

it('ends the connection of a client that does not read the response', async () => {
  const { accepted, client } = await neverReads;
  expect(accepted.bytesWritten).toBeGreaterThan(0);
  expect(client.bytesRead).toBeLessThan(LARGE);
});

it('keeps a connection while the service computes the response, then ends it when idle', async () => {
  const heard = await longResponse;
  expect([statusOf(heard), heard.endsWith('late')]).toEqual(['200', true]);
});

it.each([
  ['too many lines', 'X-A: b\r\n'.repeat(40)],
  ['a line that is too long', `X-A: ${'b'.repeat(10_000)}\r\n`],
])('rejects a head of %s', async (_, lines) => {
  expect(statusOf(await ended(`${HEAD}${lines}\r\n`))).toBe('431');
});

it.each([
  ['an ambiguous target', '400', 'GET /../x HTTP/1.1\r\nHost: x\r\n\r\n'],
  ['an unknown expectation', '417', `${HEAD}Expect: y\r\n\r\n`],
  ['too many lines', '431', `${HEAD}${'X-A: b\r\n'.repeat(40)}\r\n`],
])('rejects %s with a response that no browser shows as a page', async (_, status, bytes) => {
  const heard = await ended(bytes);
  expect(statusOf(heard)).toBe(status);
  expect(heard).toContain(
    "Content-Security-Policy: default-src 'none'; frame-ancestors 'none'\r\n",
  );
  expect(heard).toContain('X-Content-Type-Options: nosniff\r\n');
  expect(heard).toContain('X-Frame-Options: DENY\r\n');
});

it('closes connections beyond the limit immediately', async () => {
  const small = createHttpServer({ ...LIMITS, HTTP_MAX_CONNECTIONS: 1 }, (_request, response) => {
    response.end('fine');
  });
  const at = await listen(small, 0, '127.0.0.1');
  const first = connect(at, '127.0.0.1');
  await new Promise((resolve) => small.once('connection', resolve));
  const second = connect(at, '127.0.0.1');
  const dropped = new Promise((resolve) => small.once('drop', resolve));
  await Promise.all([dropped, new Promise((resolve) => second.once('close', resolve))]);
  expect(first.destroyed).toBe(false);
  first.destroy();
  await closeServer(small, 100);
});
