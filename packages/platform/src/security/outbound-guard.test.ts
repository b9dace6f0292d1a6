import http, { createServer } from 'node:http';
import type { Server } from 'node:http';
import https from 'node:https';
import { closeServer, listen } from '../listen';
import { createOutboundGuard, OutboundRejectedError } from './outbound-guard';
import type { OutboundGuard, Resolve } from './outbound-guard';

function rejects(policy: Parameters<typeof createOutboundGuard>[0], url: string): boolean {
  const guard = createOutboundGuard(policy);
  try {
    guard.check(new URL(url));
    return false;
  } catch (error) {
    expect(error).toBeInstanceOf(OutboundRejectedError);
    return true;
  } finally {
    guard.close();
  }
}

it.each([
  'http://localhost/x',
  'http://127.0.0.1/x',
  'http://2130706433/x',
  'http://0x7f.1/x',
  'http://[::1]/x',
  'http://[::ffff:169.254.169.254]/latest',
  'http://169.254.169.254/latest',
  'https://10.1.2.3/x',
  'https://192.168.0.1./x',
])('rejects %s unless private addresses are allowed', (url) => {
  expect(rejects({ allowPrivate: false }, url)).toBe(true);
  expect(rejects({ allowPrivate: true }, url)).toBe(false);
});

it.each([
  ['https://data.example.com/x', false],
  ['https://DATA.example.com./x', false],
  ['https://a.b.other.org/x', false],
  ['https://other.org/x', true],
  ['https://evilother.org/x', true],
  ['https://data.example.com.evil.org/x', true],
])('with a list of hosts: %s', (url, rejected) => {
  const allowedHosts = ['data.example.com', '*.other.org'];
  expect(rejects({ allowPrivate: false, allowedHosts }, url)).toBe(rejected);
});

describe('at the time of a connection', () => {
  let server: Server;
  let port: number;
  let asked: string[];
  beforeAll(async () => {
    server = createServer((request, response) => {
      asked.push(request.headers.host ?? '');
      if (request.url === '/away')
        response.writeHead(302, { location: `http://127.0.0.1:${port}/` });
      response.end();
    });
    port = await listen(server, 0, '127.0.0.1');
  });
  beforeEach(() => {
    asked = [];
  });
  afterAll(() => closeServer(server, 100));

  /** The status of one request with the guard's agents, or the reason why there was no response. */
  const fetchBy = (guard: OutboundGuard, url: string): Promise<number | string> =>
    new Promise((resolve) => {
      const { request, agent } = url.startsWith('https:')
        ? { request: https.request, agent: guard.httpsAgent }
        : { request: http.request, agent: guard.httpAgent };
      const sent = request(url, { agent }, (result) => {
        result.resume();
        resolve(result.statusCode ?? 0);
      });
      sent.on('error', (error) => resolve(error.name));
      sent.end();
    });
  const withGuard = async <T>(
    policy: Parameters<typeof createOutboundGuard>[0],
    work: (guard: OutboundGuard) => Promise<T>,
  ): Promise<T> => {
    const guard = createOutboundGuard(policy);
    try {
      return await work(guard);
    } finally {
      guard.close();
    }
  };

  it.each([
    ['http', '127.0.0.1'],
    ['http', '2130706433'],
    ['http', '0x7f.1'],
    ['http', '0177.0.0.1'],
    ['http', '127.1'],
    ['http', 'localhost'],
    ['http', '[::ffff:127.0.0.1]'],
    ['http', '[::ffff:7f00:1]'],
    ['http', '[::1]'],
    ['https', '127.0.0.1'],
    ['https', '[::1]'],
  ])(
    'rejects %s://%s although the URL was not checked before, as after a redirect',
    async (scheme, host) => {
      await withGuard({ allowPrivate: false }, async (guard) => {
        expect(await fetchBy(guard, `${scheme}://${host}:${port}/`)).toBe('OutboundRejectedError');
      });
      expect(asked).toEqual([]);
    },
  );

  it('rejects a host that is not listed, also after a redirect from a listed host', async () => {
    const policy = { allowPrivate: true, allowedHosts: ['localhost'] };
    await withGuard(policy, async (guard) => {
      expect(await fetchBy(guard, `http://localhost:${port}/away`)).toBe(302);
      expect(await fetchBy(guard, `http://127.0.0.1:${port}/`)).toBe('OutboundRejectedError');
    });
    expect(asked).toEqual([`localhost:${port}`]);
  });

  it.each(['127.0.0.1', '10.0.0.1', '169.254.169.254', '::1', '::ffff:10.0.0.1', 'fd00::1'])(
    'rejects a name with %s among its addresses',
    async (address) => {
      const resolve: Resolve = (_name, result) =>
        result(null, [
          { address: '8.8.8.8', family: 4 },
          { address, family: address.includes(':') ? 6 : 4 },
        ]);
      await withGuard({ allowPrivate: false, resolve }, async (guard) => {
        expect(await fetchBy(guard, 'http://data.example.com/')).toBe('OutboundRejectedError');
      });
    },
  );

  it('looks up a name once per connection, so that a later change of the name has no effect', async () => {
    const responses = ['8.8.8.8', '127.0.0.1'];
    let lookups = 0;
    const resolve: Resolve = (_name, result) => {
      const address = responses[lookups] ?? '127.0.0.1';
      lookups += 1;
      setImmediate(() => result(null, [{ address, family: 4 }]));
    };
    await withGuard({ allowPrivate: false, resolve }, async (guard) => {
      guard.check(new URL(`http://rebind.example.com:${port}/`));
      expect(lookups).toBe(0);
      const first = http.get(`http://rebind.example.com:${port}/`, { agent: guard.httpAgent });
      first.on('error', () => undefined);
      const connectsTo = await new Promise((found) => {
        first.once('socket', (socket) =>
          socket.once('lookup', (_error, address) => found(address)),
        );
      });
      first.destroy();
      expect(connectsTo).toBe('8.8.8.8');
      expect(lookups).toBe(1);
      const url = `http://rebind.example.com:${port}/`;
      expect(await fetchBy(guard, url)).toBe('OutboundRejectedError');
      expect(lookups).toBe(2);
    });
    expect(asked).toEqual([]);
  });
});
