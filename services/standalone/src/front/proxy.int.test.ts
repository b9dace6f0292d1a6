import type { IncomingMessage, RequestListener, Server } from 'node:http';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { createLogger, listen } from '@tidemark/platform';
import { createApiProxy } from './proxy';

const logger = createLogger('test', 'silent');
const open: Server[] = [];

afterEach(() => {
  for (const server of open.splice(0)) {
    server.close();
    server.closeAllConnections();
  }
});

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  open.push(server);
  return `http://127.0.0.1:${await listen(server, 0, '127.0.0.1')}`;
}

const frontOf = (apiUrl: string): Promise<string> => serve(createApiProxy(apiUrl, logger).listener);

async function bodyOf(message: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of message) text += String(chunk);
  return text;
}

describe('createApiProxy', () => {
  it('passes method, path, headers and body on, and status, headers and body back', async () => {
    const seen: unknown[] = [];
    const api = await serve((incoming, response) => {
      void bodyOf(incoming).then((body) => {
        const { authorization, 'x-forwarded-for': forwarded } = incoming.headers;
        seen.push(incoming.method, incoming.url, authorization, forwarded, body);
        response.writeHead(201, { 'set-cookie': ['a=1', 'b=2'], 'x-own': 'yes' });
        response.end('answer');
      });
    });
    const response = await fetch(`${await frontOf(api)}/api/projects/1/query/?a=%20b`, {
      method: 'PATCH',
      headers: { authorization: 'Bearer x', 'x-forwarded-for': '203.0.113.9' },
      body: 'body',
    });
    expect(seen).toEqual([
      'PATCH',
      '/api/projects/1/query/?a=%20b',
      'Bearer x',
      '203.0.113.9,127.0.0.1',
      'body',
    ]);
    expect(response.status).toBe(201);
    expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
    expect(response.headers.get('x-own')).toBe('yes');
    expect(await response.text()).toBe('answer');
  });

  it('hands over the answer as it comes', async () => {
    let finish: () => void = () => undefined;
    const api = await serve((_, response) => {
      response.write('first');
      finish = () => response.end('last');
    });
    const response = await fetch(await frontOf(api));
    const reader = response.body!.getReader();
    expect(Buffer.from((await reader.read()).value).toString()).toBe('first');
    finish();
    expect(Buffer.from((await reader.read()).value).toString()).toBe('last');
  });

  it('uses its connections to the api again', async () => {
    const ports = new Set<number | undefined>();
    const api = await serve((incoming, response) => {
      ports.add(incoming.socket.remotePort);
      response.end('ok');
    });
    const front = await frontOf(api);
    for (let i = 0; i < 5; i += 1) await (await fetch(front)).text();
    expect(ports.size).toBe(1);
  });

  it('drops the request to the api when the client hangs up', async () => {
    const closed = new Promise<void>((resolve) => {
      void serve((_, response) => response.on('close', resolve)).then(async (api) => {
        const client = request(await frontOf(api));
        client.on('error', () => undefined);
        client.end();
        open.at(0)!.once('request', () => client.destroy());
      });
    });
    await closed;
  });

  it('answers 503 in the form of the api while nobody listens there', async () => {
    const gone = createServer();
    await listen(gone, 0, '127.0.0.1');
    const { port } = gone.address() as AddressInfo;
    gone.close();
    await once(gone, 'close');
    const response = await fetch(await frontOf(`http://127.0.0.1:${port}`), {
      method: 'POST',
      body: '{}',
    });
    expect(response.status).toBe(503);
    expect(response.headers.get('retry-after')).toBe('1');
    expect(await response.json()).toEqual({
      type: 'server_error',
      code: 'error',
      detail: 'The service is starting. Try again in a moment.',
      attr: null,
    });
  });

  it('answers 502 when the api dies before it answers', async () => {
    const api = await serve((incoming) => incoming.socket.destroy());
    const response = await fetch(await frontOf(api));
    expect(response.status).toBe(502);
    expect(await response.json()).toMatchObject({ type: 'server_error', code: 'error' });
  });

  it('never lets half an answer pass for the whole', async () => {
    const api = await serve((incoming, response) => {
      response.write('half');
      setTimeout(() => incoming.socket.destroy(), 20);
    });
    const response = await fetch(await frontOf(api));
    await expect(response.text()).rejects.toThrow();
  });
});
