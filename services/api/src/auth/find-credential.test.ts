import type { RawRequest } from '@tidemark/platform';
import { findCredential, MAX_CREDENTIAL_BODY_BYTES } from './find-credential';

/** A request that counts how often its body is parsed and its address counted. */
function asked(given: {
  readonly bytes: number | null;
  readonly authorization?: string;
  readonly cookie?: string;
  readonly console?: '1';
  readonly query?: '';
}) {
  const calls: string[] = [];
  const request: RawRequest = {
    method: 'POST',
    url: new URL(`http://h/api/${given.query ?? '?personal_api_key=phx_query'}`),
    params: {},
    header: (name) =>
      ({ authorization: given.authorization, 'x-tidemark-console': given.console })[name],
    responseHeader: () => undefined,
    body: () => {
      calls.push('parsed');
      return Promise.resolve({ personal_api_key: 'phx_body' });
    },
    announcedBytes: given.bytes,
    signal: new AbortController().signal,
    address: '10.0.0.1',
  };
  const limit = {
    take: (address: string) => {
      calls.push(`counted ${address}`);
      return Promise.resolve();
    },
  };
  const cookies = { read: () => Promise.resolve(given.cookie ?? null) };
  return { calls, found: findCredential(request, limit, cookies) };
}

it.each<[string, Parameters<typeof asked>[0], string, string[]]>([
  ['a small body, once it is counted', { bytes: 100 }, 'phx_body', ['counted 10.0.0.1', 'parsed']],
  ['no body at all', { bytes: 0 }, 'phx_query', []],
  ['no body of unknown length', { bytes: null }, 'phx_query', []],
  ['no large body', { bytes: MAX_CREDENTIAL_BODY_BYTES + 1 }, 'phx_query', []],
  ['a body and the query before a cookie', { bytes: 0, cookie: 'c' }, 'phx_query', []],
  ['a cookie last', { bytes: 0, cookie: 'c', query: '' }, 'c', []],
  ['no body of the console', { bytes: 100, cookie: 'c', console: '1' }, 'c', []],
  [
    'a body that only says it is of the console',
    { bytes: 100, console: '1' },
    'phx_body',
    ['counted 10.0.0.1', 'parsed'],
  ],
  [
    'a header before a cookie',
    { bytes: 100, authorization: 'Bearer phx_head', cookie: 'c', console: '1' },
    'phx_head',
    [],
  ],
  ['no body beside a header', { bytes: 100, authorization: 'Bearer phx_head' }, 'phx_head', []],
])('looks for a credential in %s', async (_, given, value, calls) => {
  const request = asked(given);
  expect((await request.found)?.value).toBe(value);
  expect(request.calls).toEqual(calls);
});
