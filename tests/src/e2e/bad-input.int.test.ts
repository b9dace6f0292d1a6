import type { SharedProduct } from '../test-support/shared-product';
import { sharedProduct } from '../test-support/shared-product';

describe('bad input', () => {
  let product: SharedProduct;
  const query = '/api/projects/1/query/';

  beforeAll(async () => {
    product = await sharedProduct();
  });

  const post = async (path: string, body: string, key: string | null) => {
    const response = await fetch(product.url + path, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(key === null ? {} : { authorization: `Bearer ${key}` }),
      },
      body,
    });
    return { status: response.status, text: await response.text() };
  };

  it.each([
    ['malformed JSON', '/capture/', 'not json', 400, 'failed to parse request'],
    ['an empty body', '/capture/', '', 400, 'request missing data payload'],
    ['no event', '/capture/', '{"api_key":"K","distinct_id":"u"}', 400, 'failed to'],
    [
      'an empty event',
      '/capture/',
      '{"api_key":"K","event":"","distinct_id":"u"}',
      400,
      'event submitted with an empty event name',
    ],
    [
      'no distinct id',
      '/capture/',
      '{"api_key":"K","event":"e"}',
      400,
      'event submitted without a distinct_id',
    ],
    [
      'no key',
      '/capture/',
      '{"event":"e","distinct_id":"u"}',
      401,
      'event submitted without an api_key',
    ],
    ['an empty batch', '/batch/', '{"api_key":"K","batch":[]}', 400, 'request holds no event'],
    ['an unknown key', '/capture/', '{"api_key":"phc_x","event":"e","distinct_id":"u"}', 401, ''],
    ['malformed JSON', '/flags/?v=2', '{', 400, 'Failed to decode request'],
    ['no key', '/decide?v=3', '{"distinct_id":"u"}', 401, 'not_authenticated'],
    [
      'a wrong key',
      '/flags/?v=2',
      '{"token":"phc_x","distinct_id":"u"}',
      401,
      'authentication_failed',
    ],
    ['no distinct id', '/flags/?v=2', '{"token":"K"}', 400, 'distinct_id'],
  ])('%s on %s is rejected at the edge', async (_, path, body, status, text) => {
    const result = await post(path, body.replace('"K"', `"${product.projectApiKey}"`), null);
    expect(result).toEqual({ status, text: expect.stringContaining(text) });
  });

  const hogql = (text: string) => JSON.stringify({ query: { kind: 'HogQLQuery', query: text } });

  it.each([
    ['malformed JSON', '{not json', 'invalid_request', 'parse_error', 'JSON parse error'],
    ['no query', '{}', 'invalid_request', 'parse_error', 'JSON parse error'],
    ['an unknown kind', '{"query":{"kind":"Tomato"}}', 'invalid_request', 'parse_error', 'Tomato'],
    [
      'an unknown key',
      `{"foo":1,${hogql('select 1').slice(1)}`,
      'invalid_request',
      'parse_error',
      'foo',
    ],
    ['a syntax error', hogql('selec 1'), 'validation_error', 'hogql_syntax_error', ''],
    [
      'an unknown table',
      hogql('select * from nope'),
      'validation_error',
      'hogql_query_error',
      'Unknown table `nope`',
    ],
    [
      'an unknown field',
      hogql('select user_id from events'),
      'validation_error',
      'hogql_query_error',
      'Unable to resolve field: user_id',
    ],
    [
      'an unknown function',
      hogql('select sleep(3)'),
      'validation_error',
      'hogql_query_error',
      "Unsupported function call 'sleep",
    ],
  ])('%s in a query is a 400 with a clear error', async (_, body, type, code, detail) => {
    const result = await post(query, body, product.personalApiKey);
    expect(result.status).toBe(400);
    expect(JSON.parse(result.text)).toMatchObject({
      type,
      code,
      detail: expect.stringContaining(detail),
      attr: null,
    });
  });

  it.each([
    ['no key', query, null, 401, 'not_authenticated'],
    ['a wrong key', query, 'phx_wrong', 401, 'authentication_failed'],
    ['a project key', query, 'phc_standalonetest', 401, 'authentication_failed'],
    ['an unknown project', '/api/projects/999999/query/', 'K', 404, 'not_found'],
    ['a project that is no number', '/api/projects/abc/query/', 'K', 404, 'not_found'],
    ['an unknown route', '/api/nothing/', 'K', 404, 'not_found'],
  ])('%s is rejected on the project API', async (_, path, key, status, code) => {
    const result = await post(path, hogql('select 1'), key === 'K' ? product.personalApiKey : key);
    expect(result.status).toBe(status);
    expect(JSON.parse(result.text)).toMatchObject({ code, attr: null });
  });
});
