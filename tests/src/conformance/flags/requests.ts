import type { ConformanceCase, Encoding, WireRequest } from '../test-support/case';
import { TOKEN, USER } from '../test-support/case';
import { asks, flag, only, where, who } from './flag-steps';

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const ON = { flags: { beta: { enabled: true } } };

function takes(
  name: string,
  path: string,
  encode: readonly Encoding[],
  headers: WireRequest['headers'] = {},
): ConformanceCase {
  return {
    name: `takes ${name}`,
    steps: [flag('beta'), asks(path, {}, ON, {}, { encode, headers })],
  };
}

function frame(detail: string): string {
  return `Failed to decode request: ${detail}. Please check your request format and try again.`;
}

function rejects(
  name: string,
  send: Partial<WireRequest>,
  status: number,
  body: string | RegExp | object,
): ConformanceCase {
  const type =
    typeof body === 'object' && !(body instanceof RegExp)
      ? 'application/json'
      : 'text/plain; charset=utf-8';
  return {
    name: `rejects ${name}`,
    steps: ['/flags/?v=2', '/decide?v=3'].map((path) => ({
      send: { body: who(), ...send, path: `${path}${send.path ?? ''}` },
      response: { status, body, headers: { 'content-type': type } },
    })),
  };
}

const INVALID = frame('invalid JSON');
const NO_ID =
  'The distinct_id field is missing from the request. Please include a valid identifier.';
const NO_TOKEN = {
  type: 'authentication_error',
  code: 'not_authenticated',
  detail: 'No API token provided. Please include a valid API token in your request.',
  attr: null,
};
const UNKNOWN = {
  type: 'authentication_error',
  code: 'authentication_failed',
  detail:
    'The provided API key is invalid or has expired. Please check your API key and try again.',
  attr: null,
};

/** The encodings and forms of flag requests that are accepted. */
export const requests: readonly ConformanceCase[] = [
  takes('JSON', '/flags/?v=2', []),
  takes('JSON as text', '/flags/?v=2', [], { 'content-type': 'text/plain' }),
  takes('the form of posthog-js', '/flags/?v=2&compression=base64', ['base64', 'form'], FORM),
  takes('a form without a parameter for its encoding', '/flags/?v=2', ['base64', 'form'], FORM),
  takes('raw base64', '/flags/?v=2', ['base64']),
  takes('gzip by query', '/flags/?v=2&compression=gzip-js', ['gzip'], {
    'content-type': 'text/plain',
  }),
  takes('gzip by query, in any case', '/flags/?v=2&compression=GZIP', ['gzip'], {
    'content-type': 'text/plain',
  }),
  takes('gzip by header', '/flags/?v=2', ['gzip'], { 'content-encoding': 'gzip' }),
  takes('gzip without a parameter or header', '/flags/?v=2', ['gzip']),
  takes('lz64 by query', '/flags/?v=2&compression=lz64', ['lz64'], {
    'content-type': 'text/plain',
  }),
  takes('lz64 by query on decide', '/decide/?v=4&compression=lz64', ['lz64']),
  {
    name: 'takes a form without the name of its field',
    steps: [
      flag('beta'),
      asks('/flags/?v=2', {}, ON, {}, { encode: ['base64'], headers: FORM }),
      asks(
        '/decide/?v=4&compression=base64',
        {},
        ON,
        {},
        { encode: ['base64', 'form'], headers: FORM },
      ),
    ],
  },
  {
    name: 'takes bytes that are not UTF-8, which are replaced',
    steps: [
      flag('beta', only(where('name', 'icontains', '\ufffd'))),
      {
        send: {
          path: '/flags/?v=2',
          body: `{"token":"${TOKEN}","distinct_id":"u1","person_properties":{"name":"G@e"}}`,
          encode: ['invalid-utf8'],
        },
        response: { status: 200, body: ON },
      },
    ],
  },
  {
    name: 'takes numbers as ids, with all of their digits, and cuts long ids to 200 characters',
    steps: [
      flag(
        'beta',
        only(where('distinct_id', 'exact', ['12345678901234567891', '123.45', '1.0', '7'])),
      ),
      flag('cut', only(where('distinct_id', 'exact', 'é'.repeat(200)))),
      ...['12345678901234567891', '123.45', '1.0', '7'].map((id) => ({
        send: { path: '/flags/?v=2', body: `{"token":"${TOKEN}","distinct_id":${id}}` },
        response: { status: 200, body: ON },
      })),
      asks(
        '/flags/?v=2',
        { distinct_id: '12345678901234567892' },
        { flags: { beta: { enabled: false } } },
      ),
      asks('/flags/?v=2', { distinct_id: 'é'.repeat(201) }, { flags: { cut: { enabled: true } } }),
    ],
  },
  {
    name: 'ignores fields of a wrong type',
    steps: [
      flag('beta'),
      asks(
        '/flags/?v=2',
        {
          person_properties: 'x',
          groups: [],
          group_properties: 1,
          flag_keys: 'beta',
          $device_id: 5,
        },
        ON,
      ),
    ],
  },
  {
    name: 'takes fields under their alternative names',
    steps: [
      flag('beta', only(where('plan', 'exact', 'pro'))),
      ...[
        { token: TOKEN, distinct_id: USER, person_properties: { plan: 'pro' } },
        { $token: TOKEN, $distinct_id: USER, $properties: { plan: 'pro' } },
        {
          api_key: TOKEN,
          token: TOKEN,
          distinct_id: 8675309,
          person_properties: { plan: 'pro' },
          unknown: 1,
        },
      ].map((body) => ({
        send: { path: '/flags/?v=2', body },
        response: { status: 200, body: ON },
      })),
    ],
  },
  {
    name: 'takes numbers that are not valid JSON, such as NaN',
    steps: [
      flag('beta'),
      {
        send: {
          path: '/flags/?v=2',
          body: `{"token":"${TOKEN}","distinct_id":"u1","person_properties":{"a":NaN,"b":-Infinity}}`,
        },
        response: { status: 200, body: ON },
      },
    ],
  },
  {
    name: 'takes JSON5, as PostHog does',
    steps: [
      flag('beta'),
      {
        send: { path: '/flags/?v=2', body: `{token:'${TOKEN}', "distinct_id":"u1", a:+Infinity,}` },
        response: { status: 200, body: ON },
      },
    ],
  },
  {
    name: 'takes an empty distinct id',
    steps: [flag('beta'), asks('/flags/?v=2', { distinct_id: '' }, ON)],
  },
  rejects('a missing token', { body: { distinct_id: USER } }, 401, NO_TOKEN),
  rejects('an empty token', { body: { token: '', distinct_id: USER } }, 401, NO_TOKEN),
  rejects('an unknown token', { body: { token: 'phc_nobody', distinct_id: USER } }, 401, UNKNOWN),
  rejects(
    'an unknown token without a distinct id',
    { body: { token: 'phc_nobody' } },
    401,
    UNKNOWN,
  ),
  rejects('a missing distinct id', { body: { token: TOKEN } }, 400, NO_ID),
  rejects('the distinct id null', { body: { token: TOKEN, distinct_id: null } }, 400, NO_ID),
  ...[true, {}, []].map((id) =>
    rejects(
      `a distinct id ${JSON.stringify(id)}`,
      { body: { token: TOKEN, distinct_id: id } },
      400,
      INVALID,
    ),
  ),
  rejects('text that is not JSON', { body: '{' }, 400, INVALID),
  rejects('JSON that is not an object', { body: '[]' }, 400, INVALID),
  rejects('an empty body', { body: '' }, 400, INVALID),
  rejects(
    'invalid gzip',
    { path: '&compression=gzip' },
    400,
    /^Failed to decode request: gzip decompression failed: .*\. Please check your request format and try again\.$/,
  ),
  rejects(
    'an unknown compression',
    { path: '&compression=zip' },
    400,
    /Unsupported compression type/,
  ),
  rejects(
    'an unknown token, also with disable_flags',
    { body: { token: 'phc_nobody', disable_flags: true } },
    401,
    UNKNOWN,
  ),
  rejects(
    'a form that is not base64',
    { body: 'data=%7B%7D', headers: FORM },
    400,
    /^Failed to decode request: /,
  ),
  rejects(
    'gzip in a form',
    { path: '&compression=gzip', headers: FORM },
    400,
    /Gzip compression not supported for form-urlencoded data/,
  ),
  rejects(
    'an unsupported content type',
    { headers: { 'content-type': 'text/html' } },
    400,
    /unsupported content type: text\/html/,
  ),
  rejects('a body over 2 MiB', { body: Buffer.alloc(2 * 1024 * 1024 + 1, 0x20) }, 413, /2097152/),
];
