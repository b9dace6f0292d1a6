import type { ConformanceCase, Encoding, WireRequest } from '../test-support/case';
import { TOKEN, USER, accepted, captured, counts, event, shows } from '../test-support/case';

const PATHS = ['/e', '/i/v0/e', '/batch', '/track', '/capture'];
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const TEXT = { 'content-type': 'text/plain' };

function decodes(
  name: string,
  path: string,
  encode: readonly Encoding[],
  headers: WireRequest['headers'] = {},
): ConformanceCase {
  return {
    name,
    steps: [accepted(path, event('sent'), { encode, headers }), counts('sent', 1)],
  };
}

/** Section A of the conformance cases: the transport of requests. */
export const transport: readonly ConformanceCase[] = [
  {
    name: 'A1 a single event',
    steps: [captured('a1'), counts('a1', 1)],
  },
  {
    name: 'A2 every path, with and without a trailing slash',
    steps: [
      ...PATHS.flatMap((path) => [path, `${path}/`]).map((path) => accepted(path, event('a2'))),
      counts('a2', 2 * PATHS.length),
    ],
  },
  {
    name: 'A3 an array of events with the token in their properties',
    steps: [
      accepted(
        '/e/',
        Array.from({ length: 3 }, () => ({
          event: 'a3',
          properties: { token: TOKEN, distinct_id: USER },
        })),
      ),
      counts('a3', 3),
    ],
  },
  {
    name: 'A4 the batch object of posthog-js',
    steps: [
      accepted('/e/', {
        api_key: TOKEN,
        batch: [
          { event: 'a4', distinct_id: USER },
          { event: 'a4', distinct_id: USER },
        ],
        sent_at: '2026-01-02T03:04:05.000Z',
      }),
      counts('a4', 2),
    ],
  },
  decodes('A5 gzip as text, without a parameter or header', '/e/', ['gzip'], TEXT),
  decodes('A6 gzip by header', '/batch/', ['gzip'], { 'content-encoding': 'gzip' }),
  decodes('A7 gzip by query', '/e/?compression=gzip-js', ['gzip'], TEXT),
  decodes('A7 gzip by query in capitals', '/e/?compression=GZIP', ['gzip'], TEXT),
  decodes(
    'A8 base64 in a form, with a parameter in the query',
    '/e/?compression=base64',
    ['base64', 'form'],
    FORM,
  ),
  {
    name: 'A8 base64 in a form, without a parameter in the query',
    steps: [
      accepted('/e/', event('sent'), {
        encode: ['base64', 'form'],
        headers: FORM,
      }),
      counts('sent', 1),
    ],
  },
  decodes('A8 plain JSON in a form', '/e/', ['form'], FORM),
  decodes('A9 raw base64 without a parameter or header', '/e/', ['base64']),
  decodes('A9 base64 around gzip', '/e/', ['gzip', 'base64'], TEXT),
  decodes('A9 base64 twice, on the old paths', '/track/', ['base64', 'base64']),
  decodes('A10 LZ-string', '/e/?compression=lz64', ['lz64'], TEXT),
  decodes('A10 LZ-string in a form', '/e/?compression=lz64', ['lz64', 'form'], FORM),
  {
    name: 'A11 plain JSON announced as gzip',
    steps: [
      {
        send: { path: '/e/?compression=gzip', body: event('sent') },
        response: { status: 400, body: 'failed to decode request: invalid GZIP data' },
      },
    ],
  },
  decodes('A12 an unknown compression', '/e/?compression=zip', []),
  {
    name: 'A13 GET with JSON in the query',
    steps: [
      {
        send: {
          method: 'GET',
          path: `/e/?data=${encodeURIComponent(JSON.stringify(event('a13'))).replaceAll(encodeURIComponent(TOKEN), TOKEN)}`,
        },
        response: { status: 200, body: '{"status":"Ok"}' },
      },
      counts('a13', 1),
    ],
  },
  {
    name: 'A13 POST: an event in the query is preferred to one in the body',
    steps: [
      accepted(
        `/e/?ver=1.2&ip=1&foo=bar&data=${encodeURIComponent(JSON.stringify(event('query')))}`,
        event('body'),
      ),
      counts('query', 1),
      counts('body', 0),
    ],
  },
  {
    name: 'A14 a beacon',
    steps: [
      {
        send: { path: '/e/?beacon=1', body: event('a14') },
        response: { status: 204, body: '', headers: { 'content-type': null } },
      },
      counts('a14', 1),
    ],
  },
  {
    name: 'A14 an invalid beacon is rejected with 400',
    steps: [{ send: { path: '/e/?beacon=1', body: 'x' }, response: { status: 400 } }],
  },
  {
    name: 'A15 CORS',
    steps: [
      {
        send: {
          method: 'OPTIONS',
          path: '/e/',
          headers: {
            origin: 'https://shop.example',
            'access-control-request-method': 'POST',
            'access-control-request-headers': 'x-foo',
          },
        },
        response: {
          status: 200,
          headers: {
            'access-control-allow-origin': 'https://shop.example',
            'access-control-allow-credentials': 'true',
            'access-control-allow-headers': 'x-foo',
            'access-control-allow-methods': /POST/,
          },
        },
      },
      {
        send: {
          path: '/e/',
          body: event('a15'),
          headers: { origin: 'https://shop.example' },
        },
        response: {
          status: 200,
          headers: {
            'access-control-allow-origin': 'https://shop.example',
            'access-control-allow-credentials': 'true',
            'content-type': 'application/json',
          },
        },
      },
      {
        send: { method: 'OPTIONS', path: '/e/' },
        response: { status: 200, body: '{"status":"Ok"}' },
      },
      shows(`SELECT count() FROM events`, [[1]]),
    ],
  },
  ...['GET', 'POST'].map((method): ConformanceCase => ({
    name: `A16 ${method} with nothing`,
    steps: [
      {
        send: { method, path: '/e/' },
        response: {
          status: 400,
          body: 'request missing data payload',
          headers: { 'content-type': 'text/plain; charset=utf-8' },
        },
      },
    ],
  })),
  {
    name: 'A17 bytes that are not UTF-8',
    steps: [
      {
        send: { path: '/e/', body: Buffer.from('{"event":"\xff"}', 'latin1') },
        response: {
          status: 400,
          body: 'failed to decode request: invalid UTF8 in request payload',
        },
      },
    ],
  },
  {
    name: 'A17 JSON that is sent as a form',
    steps: [
      {
        send: { path: '/e/', body: event('a17'), headers: FORM },
        response: {
          status: 400,
          body: 'failed to decode request: expected form data in POST request payload',
        },
      },
    ],
  },
];
