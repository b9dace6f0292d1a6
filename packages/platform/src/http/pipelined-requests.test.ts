import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { defaultHttpConfig } from '@tidemark/configuration';
import { closeServer, listen } from '../listen';
import { createHttpServer } from './http-server';
import { MAX_WAITING_REQUESTS } from './pipelined-requests';

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

let server: Server;
let port: number;
/** The requests of this connection without a response yet. */
let unanswered: Exchange[] = [];
let asked: string[] = [];

beforeAll(async () => {
  server = createHttpServer(defaultHttpConfig, (request, response) => {
    asked.push(request.url ?? '');
    unanswered.push({ request, response });
  });
  port = await listen(server, 0, '127.0.0.1');
});
beforeEach(() => {
  unanswered = [];
  asked = [];
});
afterAll(() => closeServer(server, 100));

const get = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;
const several = (count: number): string =>
  Array.from({ length: count }, (_, i) => get(`/${i}`)).join('');

/** Sends bytes in one write and collects the response in `received`. */
function send(bytes: string) {
  const client = connect(port, '127.0.0.1', () => client.write(bytes));
  const state = { received: '', isClosed: false };
  client.once('close', () => (state.isClosed = true));
  client.on('data', (chunk: Buffer) => (state.received += chunk.toString('latin1')));
  client.on('error', () => undefined);
  return { client, state };
}

async function until(isTrue: () => boolean): Promise<void> {
  const end = Date.now() + 10_000;
  while (!isTrue() && Date.now() < end) await new Promise((resolve) => setTimeout(resolve, 5));
}

it('serves the requests of one connection one at a time, in order', async () => {
  const { client, state } = send(several(20));
  for (let i = 0; i < 20; i += 1) {
    await until(() => unanswered.length > 0);
    expect(asked).toHaveLength(i + 1);
    const [{ request, response }] = unanswered.splice(0, 1) as [Exchange];
    response.end(`<${request.url ?? ''}>`);
  }
  await until(() => state.received.includes('</19>'));
  const bodies = [...state.received.matchAll(/<\/(\d+)>/g)].map((match) => Number(match[1]));
  expect(bodies).toEqual(Array.from({ length: 20 }, (_, i) => i));
  client.destroy();
});

it('reads a body whose request waited', async () => {
  const body = 'x'.repeat(300_000);
  const post = `POST /body HTTP/1.1\r\nHost: x\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
  const { client, state } = send(`${get('/first')}${post}${get('/last')}`);
  await until(() => unanswered.length > 0);
  unanswered.pop()?.response.end('<first>');
  await until(() => unanswered.length > 0);
  const { request, response } = unanswered.pop() as Exchange;
  let length = 0;
  for await (const chunk of request) length += (chunk as Buffer).length;
  response.end(`<${length}>`);
  await until(() => unanswered.length > 0);
  unanswered.pop()?.response.end('<last>');
  await until(() => state.received.includes('<last>'));
  expect(state.received).toContain('<300000>');
  client.destroy();
});

it('closes a connection with too many waiting requests', async () => {
  const { state } = send(several(MAX_WAITING_REQUESTS + 2));
  await until(() => state.isClosed);
  expect(state.isClosed).toBe(true);
  expect(asked).toEqual(['/0']);
  unanswered.pop()?.response.end('late');
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(asked).toEqual(['/0']);
});

it('drops waiting requests when the client closes the connection', async () => {
  const { client } = send(several(5));
  await until(() => unanswered.length > 0);
  const { request, response } = unanswered.pop() as Exchange;
  client.destroy();
  await new Promise((resolve) => request.socket.once('close', resolve));
  response.end('late');
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(asked).toEqual(['/0']);
});

it('rejects an expectation in order, after the requests before it', async () => {
  const { state } = send(
    `${several(2)}GET /x HTTP/1.1\r\nHost: x\r\nExpect: y\r\n\r\n${get('/never')}`,
  );
  for (let i = 0; i < 2; i += 1) {
    await until(() => unanswered.length > 0);
    unanswered.pop()?.response.end();
  }
  await until(() => state.isClosed);
  expect([...state.received.matchAll(/HTTP\/1\.1 (\d+)/g)].map((match) => match[1])).toEqual([
    '200',
    '200',
    '417',
  ]);
  expect(asked).toEqual(['/0', '/1']);
});
