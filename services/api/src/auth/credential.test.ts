import { bodyKey, queryKey } from './credential';

it.each([
  [{ personal_api_key: ' phx_a ' }, 'phx_a'],
  [{ personal_api_key: '' }, null],
  [{ personal_api_key: 7 }, null],
  [['personal_api_key'], null],
  [null, null],
  ['personal_api_key', null],
])('reads the body %j', (body, key) => {
  expect(bodyKey(body)).toBe(key);
});

it('reads the query string', () => {
  expect(queryKey(new URL('http://h/?personal_api_key=phx_a'))).toBe('phx_a');
  expect(queryKey(new URL('http://h/?personal_api_key='))).toBeNull();
});
