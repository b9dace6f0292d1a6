import { defaultHttpConfig } from '@tidemark/configuration';
import { closeServer, createHttpServer, createLogger, listen } from '@tidemark/platform';
import { createApiProxy } from '@tidemark/standalone';
import { framingCorpus } from './corpus';
import type { FramingCase } from './framing-case';
import type { Gateway } from './gateways';
import { findInstalled, startCaddy, startNginx } from './gateways';
import type { RawExchange } from './raw-client';
import { exchangeBytes } from './raw-client';
import type { RecordingUpstream } from './recording-upstream';
import { startRecordingUpstream } from './recording-upstream';

interface Target extends Gateway {
  readonly upstreams: readonly RecordingUpstream[];
}

type Open = () => Promise<Target>;

async function openDirect(): Promise<Target> {
  const service = await startRecordingUpstream('api');
  return { port: service.port, upstreams: [service], stop: () => service.stop() };
}

async function openFront(): Promise<Target> {
  const api = await startRecordingUpstream('api');
  const logger = createLogger('test', 'silent');
  const proxy = createApiProxy(`http://127.0.0.1:${api.port}`, { logger });
  const server = createHttpServer(defaultHttpConfig, proxy.listener);
  return {
    port: await listen(server, 0, '127.0.0.1'),
    upstreams: [api],
    stop: async () => {
      await closeServer(server, 100);
      proxy.close();
      await api.stop();
    },
  };
}

function openGateway(program: string, start: typeof startCaddy): Open {
  return async () => {
    const upstreams = [await startRecordingUpstream('edge'), await startRecordingUpstream('api')];
    const [edge, api] = upstreams as [RecordingUpstream, RecordingUpstream];
    const gateway = await start(program, { edge: edge.port, api: api.port });
    return {
      port: gateway.port,
      upstreams,
      stop: async () => {
        await gateway.stop();
        await Promise.all(upstreams.map((upstream) => upstream.stop()));
      },
    };
  };
}

const caddy = findInstalled('caddy');
const nginx = findInstalled('nginx');
const installed: [string, Open][] = [
  ...(caddy === null ? [] : [['caddy', openGateway(caddy, startCaddy)] as [string, Open]]),
  ...(nginx === null ? [] : [['nginx', openGateway(nginx, startNginx)] as [string, Open]]),
];
for (const [name, path] of Object.entries({ caddy, nginx })) {
  if (path === null)
    it.skip(`${name} is not installed: its part of the corpus was not run`, () => undefined);
}

let victims = 0;
/** Sends requests of other clients after the attack. Each must get the response to its own request. */
async function expectVictimsServed(port: number): Promise<string[]> {
  const asked: string[] = [];
  for (let i = 0; i < 3; i += 1) {
    victims += 1;
    const path = `/api/victim/${victims}/`;
    const bytes = `GET ${path} HTTP/1.1\r\nHost: tidemark.example\r\n\r\n`;
    const { received, statuses } = await exchangeBytes(port, bytes, 1);
    expect(statuses).toEqual([200]);
    expect(received).toContain(`api GET ${path}`);
    asked.push(`GET ${path} `);
  }
  return asked;
}

const successes = (statuses: readonly number[]): number =>
  statuses.filter((status) => status < 400).length;

async function attack(target: Target, { bytes, own, entitled }: FramingCase) {
  const before = target.upstreams.map(({ requests }) => requests.length);
  const seenSince = (): string[] =>
    target.upstreams.flatMap(({ requests }, i) => requests.slice(before[i]));
  const exchange = await exchangeBytes(
    target.port,
    bytes,
    own === 'served' ? entitled.length : Infinity,
    (statuses) => successes(statuses) === seenSince().length,
  );
  const asked = await expectVictimsServed(target.port);
  return { exchange, seen: seenSince().filter((one) => !asked.includes(one)) };
}

/**
 * Expects that a gateway and the service behind it agree on where requests end: the response to each request that the
 * service received must be on the attacker's connection, in order. (One client may send two requests in one packet.)
 */
function expectAgreement(seen: readonly string[], { statuses, received }: RawExchange): void {
  expect(successes(statuses)).toBe(seen.length);
  const response = [...received.matchAll(/\r\n\r\n(?:edge|api) (\S+ \S+?)(?=HTTP\/|$)/g)];
  const withBody = seen.filter((one) => !one.startsWith('HEAD '));
  expect(response.map((match) => match[1])).toEqual(
    withBody.map((one) => one.split(' ', 2).join(' ')),
  );
}

describe.each<[string, Open]>([
  ['a service', openDirect],
  ['the front', openFront],
])('%s', (_, open) => {
  let target: Target;
  beforeAll(async () => (target = await open()));
  afterAll(() => target.stop());

  it.each(framingCorpus.map((one) => [`${one.family}: ${one.name}`, one] as const))(
    '%s',
    async (_name, one) => {
      const { exchange, seen } = await attack(target, one);
      if (one.own === 'served') {
        expect(exchange.statuses).toEqual(one.entitled.map(() => 200));
        expect(seen).toEqual(one.entitled);
      } else {
        expect({ statuses: exchange.statuses.filter((status) => status < 400), seen }).toEqual({
          statuses: [],
          seen: [],
        });
        expect(exchange.closed).toBe(true);
      }
    },
  );
});

if (installed.length > 0) {
  describe.each(installed)('%s with our configuration', (_, open) => {
    let target: Target;
    beforeAll(async () => (target = await open()));
    afterAll(() => target.stop());

    it('keeps an address in a header of the flag request, and sets the forwarded headers itself', async () => {
      const bytes = [
        'POST /flags/?v=2 HTTP/1.1',
        'Host: tidemark.example',
        'HTTP_X_FORWARDED_FOR: 203.0.113.9',
        'X-Forwarded-For: 203.0.113.10',
        'X-Forwarded-Host: evil.example',
        'X-Forwarded-Proto: javascript',
        'Content-Length: 2\r\n\r\n{}',
      ].join('\r\n');
      const { received } = await exchangeBytes(target.port, bytes, 1);
      expect(received).toContain('edge POST /flags/?v=2');
      expect(target.upstreams[0]?.headers.at(-1)).toMatchObject({
        http_x_forwarded_for: '203.0.113.9',
        'x-forwarded-for': '127.0.0.1',
        'x-forwarded-host': 'tidemark.example',
        'x-forwarded-proto': 'http',
      });
    });

    it.each(framingCorpus.map((one) => [`${one.family}: ${one.name}`, one] as const))(
      '%s',
      async (_name, one) => {
        const { exchange, seen } = await attack(target, one);
        expectAgreement(seen, exchange);
        if (one.own === 'rejected') return;
        const allowed = one.gatewayMayReject ? [one.entitled, []] : [one.entitled];
        expect(allowed).toContainEqual(seen);
      },
    );
  });
}
