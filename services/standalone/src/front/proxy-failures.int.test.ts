import { createServer, request } from 'node:http';
import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { listen } from '@tidemark/platform';
import { proxyScene } from '../test-support/proxy-scene';

const { open, serve, frontOf } = proxyScene();

/** Sends the whole body before it reads the response, as many HTTP libraries do. */
async function uploadBeforeReading(url: string, bytes: number): Promise<string> {
  const { port, hostname } = new URL(url);
  const socket = connect(Number(port), hostname);
  let heard = '';
  const head = `POST /api/x/ HTTP/1.1\r\nHost: x\r\nContent-Length: ${bytes}\r\n\r\n`;
  await new Promise<void>((resolve, reject) => {
    socket.on('error', reject).pause();
    socket.write(head);
    socket.write(Buffer.alloc(bytes, 'a'), () => resolve());
  });
  socket.on('data', (chunk: Buffer) => (heard += chunk.toString('latin1'))).resume();
  await once(socket, 'close');
  return heard;
}

/** The header Accept of a browser that opens a page. */
const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

describe('createApiProxy, when a request or response ends early', () => {
  it('aborts the request to the api when the client closes the connection', async () => {
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

  describe('while the api does not listen', () => {
    let front = '';
    beforeEach(async () => {
      const gone = createServer();
      await listen(gone, 0, '127.0.0.1');
      const { port } = gone.address() as AddressInfo;
      gone.close();
      await once(gone, 'close');
      front = await frontOf(`http://127.0.0.1:${port}`);
    });

    it.each([
      ['a client', { method: 'GET', headers: { accept: 'application/json' } }],
      ['a client without a preference', { method: 'GET' }],
      ['a form', { method: 'POST', body: '{}', headers: { accept: 'text/html' } }],
    ])('returns 503 in the format of the api to %s', async (_, init) => {
      const response = await fetch(front, init);
      expect(response.status).toBe(503);
      expect(response.headers.get('retry-after')).toBe('1');
      expect(response.headers.get('cache-control')).toBe('no-store');
      expect(await response.json()).toEqual({
        type: 'server_error',
        code: 'error',
        detail: 'The service is starting. Try again shortly.',
        attr: null,
      });
    });

    it('returns 503 with a page to a browser that opens an address', async () => {
      const response = await fetch(`${front}/project/1/home`, { headers: { accept: BROWSER } });
      expect(response.status).toBe(503);
      expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(response.headers.get('vary')).toBe('Accept');
      expect(response.headers.get('content-security-policy')).toMatch(
        /^default-src 'none'; script-src 'sha256-[^']+'; style-src 'sha256-/,
      );
      expect(await response.text()).toContain('<h1>Tidemark is unavailable</h1>');
    });
  });

  it('returns 502 when the api dies before it responds', async () => {
    const api = await serve((incoming) => incoming.socket.destroy());
    const response = await fetch(await frontOf(api));
    expect(response.status).toBe(502);
    expect(await response.json()).toMatchObject({ type: 'server_error', code: 'error' });
  });

  it('closes the connection if the api sends only a part of the response', async () => {
    const api = await serve((incoming, response) => {
      response.write('half');
      setTimeout(() => incoming.socket.destroy(), 20);
    });
    const response = await fetch(await frontOf(api));
    await expect(response.text()).rejects.toThrow();
  });

  it.each([
    ['413 and closes', { Connection: 'close' }, 413],
    ['404 without closing', {}, 404],
  ])(
    'passes on an early response while a body of 25 MB is sent: %s',
    async (_, headers, status) => {
      const api = await serve((_request, response) => {
        response.writeHead(status, headers).end('early');
      });
      const front = await frontOf(api);
      for (let i = 0; i < 20; i += 1) {
        const heard = await uploadBeforeReading(front, 25 * 1024 * 1024);
        expect(heard).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
        expect(heard).toMatch(/\r\nearly/);
        expect(heard).toMatch(/^connection: close/im);
      }
    },
  );

  it('never reuses a connection whose request was not sent completely', async () => {
    const ports: (number | undefined)[] = [];
    const api = await serve((incoming, response) => {
      ports.push(incoming.socket.remotePort);
      response.end('early');
    });
    const front = await frontOf(api);
    const { port, hostname } = new URL(front);
    const slow = connect(Number(port), hostname);
    slow.write('POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nabc');
    await once(slow, 'data');
    slow.on('error', () => undefined).destroy();
    for (let i = 0; i < 3; i += 1) expect(await (await fetch(front)).text()).toBe('early');
    expect(ports).toHaveLength(4);
    expect(ports.slice(1)).not.toContain(ports[0]);
  });

  it('handles no further request on a connection after an early response', async () => {
    const seen: (string | undefined)[] = [];
    const api = await serve((incoming, response) => {
      seen.push(incoming.url);
      response.writeHead(413, { Connection: 'close' }).end('early');
    });
    const { port, hostname } = new URL(await frontOf(api));
    const socket = connect(Number(port), hostname);
    socket.write('POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nab');
    await once(socket, 'data');
    socket.write('cGET /second HTTP/1.1\r\nHost: x\r\n\r\n');
    await once(socket.resume(), 'close');
    expect(seen).toEqual(['/a']);
  });
});
