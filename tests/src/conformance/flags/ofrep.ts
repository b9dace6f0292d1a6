import type { ConformanceCase, ExpectedResponse, Send } from '../test-support/case';
import { TOKEN, USER } from '../test-support/case';
import { EVERYONE, NOBODY, flag, only, where } from './flag-steps';

const BULK = '/ofrep/v1/evaluate/flags';
const KEY = { 'x-api-key': TOKEN };
const multivariate = { variants: [{ key: 'only', rollout_percentage: 100 }] };

function evaluates(
  path: string,
  context: object | undefined,
  response: ExpectedResponse,
  headers: Readonly<Record<string, string>> = KEY,
): Send {
  return { send: { path: BULK + path, headers, body: { context } }, response, withinMs: 1_000 };
}

/** The OpenFeature Remote Evaluation Protocol. */
export const ofrep: readonly ConformanceCase[] = [
  {
    name: 'one flag: the value, variant and reason of each kind of flag',
    steps: [
      flag('on'),
      flag('off', NOBODY),
      flag('pros', only(where('plan', 'exact', 'pro'))),
      flag('split', { ...EVERYONE, multivariate, payloads: { only: '1' } }),
      flag(
        'settings',
        { ...EVERYONE, payloads: { true: '{"limit":3}' } },
        { is_remote_configuration: true },
      ),
      flag('inactive', EVERYONE, { active: false }),
      ...(
        [
          ['on', { value: true, reason: 'STATIC' }],
          ['off', { value: false, reason: 'DEFAULT' }],
          ['pros', { value: true, reason: 'TARGETING_MATCH' }],
          [
            'split',
            { value: 'only', variant: 'only', reason: 'SPLIT', metadata: { payload: '1' } },
          ],
          ['settings', { value: { limit: 3 } }],
          ['inactive', { reason: 'DISABLED' }],
        ] as const
      ).map(([key, body]) =>
        evaluates(
          `/${key}`,
          { targetingKey: USER, plan: 'pro' },
          { status: 200, body: { key, ...body }, headers: { 'content-type': 'application/json' } },
        ),
      ),
      evaluates(
        '/inactive',
        { targetingKey: USER },
        { status: 200, body: { reason: 'DISABLED' }, lacks: ['value'] },
      ),
    ],
  },
  {
    name: 'all flags, with an ETag; a client with the current flags gets a 304',
    steps: [
      flag('a'),
      flag('b', { ...EVERYONE, multivariate }),
      flag('c', EVERYONE, { active: false }),
      flag('d', EVERYONE, { evaluation_runtime: 'server' }),
      evaluates(
        '',
        { targetingKey: USER },
        {
          status: 200,
          keys: ['flags'],
          body: {
            flags: [
              { key: 'a', value: true },
              { key: 'b', value: 'only' },
            ],
          },
          headers: { etag: /^W\/"/, 'access-control-expose-headers': /ETag/ },
        },
      ),
      evaluates(
        '',
        { targetingKey: USER },
        { status: 304, body: '' },
        { ...KEY, 'if-none-match': '*' },
      ),
    ],
  },
  {
    name: 'errors have the codes of the protocol',
    steps: [
      flag('on'),
      evaluates(
        '/on',
        {},
        { status: 400, body: { key: 'on', errorCode: 'TARGETING_KEY_MISSING' } },
      ),
      evaluates('', undefined, { status: 400, body: { errorCode: 'TARGETING_KEY_MISSING' } }),
      evaluates('/on', [], { status: 400, body: { key: 'on', errorCode: 'INVALID_CONTEXT' } }),
      evaluates(
        '/gone',
        { targetingKey: USER },
        {
          status: 404,
          body: { key: 'gone', errorCode: 'FLAG_NOT_FOUND' },
        },
      ),
      {
        send: { path: `${BULK}/on`, headers: KEY, body: '{' },
        response: { status: 400, body: { key: 'on', errorCode: 'PARSE_ERROR' } },
      },
      evaluates('/on', { targetingKey: USER }, { status: 401 }, {}),
      evaluates('/on', { targetingKey: USER }, { status: 401 }, { 'x-api-key': 'phc_unknown' }),
      evaluates(
        '/on',
        { targetingKey: USER },
        { status: 200 },
        { authorization: `Bearer ${TOKEN}` },
      ),
      { send: { method: 'GET', path: BULK, headers: KEY }, response: { status: 405 } },
    ],
  },
  {
    name: 'after the quota is used up, a 429 asks the client to wait',
    steps: [
      {
        manage: { method: 'PATCH', path: '' },
        body: { quota_limited_resources: ['feature_flags'] },
        status: 200,
      },
      evaluates('', { targetingKey: USER }, { status: 429, headers: { 'retry-after': '60' } }),
    ],
  },
];
