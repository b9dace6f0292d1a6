import type { IncomingMessage } from 'node:http';
import { request } from 'node:http';
import { connect } from 'node:net';
import { once } from 'node:events';
import { proxyScene } from '../test-support/proxy-scene';

const { serve, frontOf } = proxyScene();

async function bodyOf(message: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of message) text += String(chunk);
  return text;
}

describe('createApiProxy', () => {
  it('forwards method, path, headers and body, and returns status, headers and body', async () => {
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
      '203.0.113.9, 127.0.0.1',
      'body',
    ]);
    expect(response.status).toBe(201);
    expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
    expect(response.headers.get('x-own')).toBe('yes');
    expect(await response.text()).toBe('answer');
  });

  it('streams the response', async () => {
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

  it('reuses its connections to the api', async () => {
    const ports = new Set<number | undefined>();
    const api = await serve((incoming, response) => {
      ports.add(incoming.socket.remotePort);
      response.end('ok');
    });
    const front = await frontOf(api);
    for (let i = 0; i < 5; i += 1) await (await fetch(front)).text();
    expect(ports.size).toBe(1);
  });

  it('keeps the framing of a body: a length, chunks, or no body', async () => {
    const seen: unknown[] = [];
    const api = await serve((incoming, response) => {
      void bodyOf(incoming).then((body) => {
        const { 'content-length': length, 'transfer-encoding': coding } = incoming.headers;
        seen.push([incoming.method, length, coding, body]);
        response.end();
      });
    });
    const front = new URL(await frontOf(api));
    for (const [method, lines, body] of [
      ['POST', 'Content-Length: 003', 'abc'],
      ['DELETE', 'Content-Length: 3', 'abc'],
      ['OPTIONS', 'Content-Length: 3', 'abc'],
      ['PUT', 'Transfer-Encoding: chunked', '3;x=y\r\nabc\r\n0\r\n\r\n'],
      ['POST', 'X-A: b', ''],
      ['DELETE', 'X-A: b', ''],
    ] as const) {
      const socket = connect(Number(front.port), front.hostname);
      socket.write(
        `${method} / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${lines}\r\n\r\n${body}`,
      );
      await once(socket.resume(), 'close');
    }
    expect(seen).toEqual([
      ['POST', '3', undefined, 'abc'],
      ['DELETE', '3', undefined, 'abc'],
      ['OPTIONS', '3', undefined, 'abc'],
      ['PUT', undefined, 'chunked', 'abc'],
      ['POST', '0', undefined, ''],
      ['DELETE', undefined, undefined, ''],
    ]);
  });

  it('passes on responses without a body: HEAD, 204 and 304', async () => {
    const api = await serve((incoming, response) => {
      if (incoming.method === 'HEAD') response.writeHead(200, { 'content-length': 5 }).end();
      else response.writeHead(Number(incoming.url?.slice(1)), { etag: '"a"' }).end();
    });
    const front = await frontOf(api);
    const head = await fetch(front, { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length')]).toEqual([200, '5']);
    for (const status of [204, 304]) {
      const response = await fetch(`${front}/${status}`);
      expect([response.status, response.headers.get('etag')]).toEqual([status, '"a"']);
      expect(await response.text()).toBe('');
    }
  });

  it('sends 100 Continue to a client that waits for it', async () => {
    const api = await serve((incoming, response) => {
      void bodyOf(incoming).then((body) =>
        response.end(`${body} ${incoming.headers.expect ?? ''}`),
      );
    });
    const client = request(await frontOf(api), {
      method: 'POST',
      headers: { expect: '100-continue', 'content-length': 3 },
    });
    client.flushHeaders();
    await once(client, 'continue');
    client.end('abc');
    const [response] = (await once(client, 'response')) as [IncomingMessage];
    expect(await bodyOf(response)).toBe('abc ');
  });

  it('sends the headers of a stream before its first message', async () => {
    let finish: () => void = () => undefined;
    const api = await serve((_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
      finish = () => response.end('data: 1\n\n');
    });
    const response = await fetch(await frontOf(api));
    expect(response.headers.get('content-type')).toBe('text/event-stream');
    finish();
    expect(await response.text()).toBe('data: 1\n\n');
  });

  it('does not forward headers of the connection, but always the headers that identify the caller', async () => {
    let seen: IncomingMessage['headers'] = {};
    const api = await serve((incoming, response) => {
      seen = incoming.headers;
      response.end();
    });
    const { port, hostname } = new URL(await frontOf(api));
    const socket = connect(Number(port), hostname);
    socket.write(
      [
        'GET / HTTP/1.1',
        'Host: tidemark.example',
        'Connection: close, Upgrade, X-Own, Authorization, X-Forwarded-For',
        'Upgrade: websocket',
        'X-Own: a',
        'Authorization: Bearer b',
        'TE: trailers',
        'Proxy-Authorization: c',
        'X-Forwarded-For: 203.0.113.9',
        '\r\n',
      ].join('\r\n'),
    );
    await once(socket.resume(), 'close');
    expect(seen).toMatchObject({
      host: 'tidemark.example',
      authorization: 'Bearer b',
      'x-forwarded-for': '203.0.113.9, 127.0.0.1',
    });
    for (const name of ['upgrade', 'x-own', 'te', 'proxy-authorization', 'forwarded']) {
      expect(seen).not.toHaveProperty(name);
    }
  });

  it.each([
    [undefined, 'http', 'tidemark.example'],
    [0, 'http', 'tidemark.example'],
    [1, 'https', 'public.example'],
  ])('believes scheme and host of %p proxies in front', async (hops, scheme, host) => {
    let seen: IncomingMessage['headers'] = {};
    const api = await serve((incoming, response) => {
      seen = incoming.headers;
      response.end();
    });
    const { port, hostname } = new URL(await frontOf(api, hops));
    const headers = {
      host: 'tidemark.example',
      'x-forwarded-proto': 'javascript, https',
      'x-forwarded-host': 'evil.example, public.example',
    };
    const client = request({ port, hostname, headers }).end();
    const [response] = (await once(client, 'response')) as [IncomingMessage];
    await bodyOf(response);
    expect(seen).toMatchObject({ 'x-forwarded-proto': scheme, 'x-forwarded-host': host });
  });
});
