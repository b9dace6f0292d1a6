import { once } from 'node:events';
import type { Server } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { SessionTransport } from './session-transport';

let server: Server;
let url: string;
let session: string | undefined;
/** Aborted with the call of the tool `wait`. */
let aborted: string[];

beforeEach(async () => {
  aborted = [];
  session = undefined;
  const mcp = new McpServer({ name: 'test', version: '1' });
  mcp.registerTool('wait', {}, async ({ signal, requestId }) => {
    if (!signal.aborted) await once(signal, 'abort');
    aborted.push(String(requestId));
    return { content: [] };
  });
  mcp.registerTool('quick', {}, () => ({ content: [{ type: 'text', text: 'done' }] }));
  const transport = new SessionTransport({ sessionIdGenerator: () => 'session' });
  await mcp.connect(transport);
  server = createServer((request, response) => void transport.handleRequest(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
  const params = {
    protocolVersion: '2025-03-26',
    capabilities: {},
    clientInfo: { name: 't', version: '1' },
  };
  const begun = await post({ id: 'i', method: 'initialize', params });
  session = begun.headers.get('mcp-session-id') ?? undefined;
  await begun.text();
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

function post(message: object | readonly object[]): Promise<Response> {
  const withVersion = (one: object) => ({ jsonrpc: '2.0', ...one });
  return fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...(session !== undefined && { 'mcp-session-id': session }),
    },
    body: JSON.stringify(Array.isArray(message) ? message.map(withVersion) : withVersion(message)),
  });
}

const call = (id: number, name: string) => ({ id, method: 'tools/call', params: { name } });
const cancel = (requestId: number) => ({
  method: 'notifications/cancelled',
  params: { requestId },
});
/** The ids of the responses in a stream, which has to end. */
const idsIn = async (response: Promise<Response>): Promise<unknown[]> =>
  [...(await (await response).text()).matchAll(/"id":(\d+)/g)].map(([, id]) => Number(id));

it('ends the stream of a cancelled request without a response', async () => {
  const ids = idsIn(post(call(1, 'wait')));
  await post(cancel(1));
  expect(await ids).toEqual([]);
  expect(aborted).toEqual(['1']);
});

it('ends the stream of a batch after the last request that was not cancelled', async () => {
  const ids = idsIn(post([call(1, 'wait'), call(2, 'quick'), call(3, 'wait')]));
  await post([cancel(3), cancel(99)]);
  expect(aborted).toEqual(['3']);
  await post(cancel(1));
  expect(await ids).toEqual([2]);
  expect(aborted).toEqual(['3', '1']);
});

it('a request can be cancelled in the batch that contains it', async () => {
  const ids = idsIn(post([call(1, 'wait'), cancel(1), call(2, 'quick')]));
  expect(await ids).toEqual([2]);
});

it('a cancellation after the response, and one of another session, has no effect', async () => {
  expect(await idsIn(post(call(1, 'quick')))).toEqual([1]);
  await post(cancel(1));
  const ids = idsIn(post([call(2, 'quick'), call(3, 'quick')]));
  expect(await ids).toEqual([2, 3]);
});
