import type { ConformanceCase, ExpectedResponse } from '../test-support/case';
import { TOKEN, USER, event, settled, shows } from '../test-support/case';

/** A request that must be rejected. Nothing of it must be stored. */
function rejected(
  name: string,
  body: string | object,
  response: ExpectedResponse,
  path = '/capture/',
): ConformanceCase {
  return {
    name,
    steps: [
      { send: { path, body }, response },
      ...settled(),
      shows(`SELECT count() FROM events WHERE event NOT LIKE 'settled%'`, [[0]]),
    ],
  };
}

const bad = (body: string | RegExp): ExpectedResponse => ({
  status: 400,
  body,
  headers: { 'content-type': 'text/plain; charset=utf-8' },
});
const unauthorized = (body: string): ExpectedResponse => ({ status: 401, body });
const NO_ID = bad('event submitted without a distinct_id');
const MIXED = { api_key: TOKEN, distinct_id: USER };

/** Section B of the conformance cases: rejected requests. */
export const rejections: readonly ConformanceCase[] = [
  rejected('B21 text that is not JSON', 'not json', bad(/^failed to parse request: /)),
  rejected(
    'B21 JSON that is neither an object nor an array',
    '"text"',
    bad(/^failed to parse request: /),
  ),
  rejected('B21 an array of numbers', '[1]', bad(/^failed to parse request: /)),
  rejected(
    'B21 JSON with very deep nesting',
    '['.repeat(100_000),
    bad(/^failed to parse request: /),
  ),
  rejected('B22 an empty array', '[]', bad('request holds no event')),
  rejected(
    'B22 an empty batch',
    { api_key: TOKEN, batch: [] },
    bad('request holds no event'),
    '/batch/',
  ),
  rejected(
    'B22 an empty batch with a bad token',
    { api_key: 'phx_', batch: [] },
    bad('request holds no event'),
  ),
  rejected('B23 no event name', MIXED, bad(/^failed to hydrate events from request: /)),
  rejected(
    'B23 no event name in a batch',
    { api_key: TOKEN, batch: [{ distinct_id: USER }] },
    { status: 400 },
  ),
  rejected(
    'B23 an empty event name',
    { ...MIXED, event: '' },
    bad('event submitted with an empty event name'),
  ),
  rejected('B24 no distinct id', { api_key: TOKEN, event: 'b24' }, NO_ID),
  ...[null, '', '  ', '\t\n'].map((id) =>
    rejected(
      `B24 distinct id ${JSON.stringify(id)}`,
      { api_key: TOKEN, event: 'b24', distinct_id: id },
      NO_ID,
    ),
  ),
  rejected(
    'B25 a batch with one invalid event',
    {
      api_key: TOKEN,
      batch: [
        { event: 'b25', distinct_id: USER },
        { event: 'b25' },
        { event: 'b25', distinct_id: USER },
      ],
    },
    NO_ID,
    '/batch/',
  ),
  rejected(
    'B26 no token',
    { event: 'b26', distinct_id: USER },
    unauthorized('event submitted without an api_key'),
  ),
  rejected(
    'B27 two tokens',
    [
      { ...MIXED, event: 'b27' },
      { event: 'b27', distinct_id: USER, api_key: 'phc_another' },
    ],
    unauthorized('batch submitted with inconsistent api_key values'),
  ),
  ...(
    [
      ['phx_something', 'personal_api_key'],
      ['x'.repeat(65), 'too_long'],
      ['phc_ä', 'not_ascii'],
      [' ', 'empty'],
      ['phc_\0', 'null_byte'],
      ['phc_nobody', 'unknown'],
    ] as const
  ).map(([token, reason]) =>
    rejected(
      `B28 token ${JSON.stringify(token)}`,
      event('b28', {}, { api_key: token }),
      unauthorized(`API key is not valid: ${reason}`),
    ),
  ),
  rejected(
    'a cookieless mode that is not a boolean',
    event('cookieless', { $cookieless_mode: 'yes' }),
    bad('event submitted with invalid cookieless mode'),
  ),
  {
    name: 'an unsupported method',
    steps: [
      {
        send: { method: 'PUT', path: '/e/' },
        response: { status: 405, headers: { allow: 'GET, POST, OPTIONS' } },
      },
    ],
  },
];
