import { bearerToken } from './bearer-token';

it.each([
  ['Bearer phx_a', 'phx_a'],
  ['Bearer    phx_a   ', 'phx_a'],
  ['Bearer ', null],
  ['Bearer', null],
  ['bearer phx_a', 'phx_a'],
  ['BEARER phx_a', 'phx_a'],
  ['Basic phx_a', null],
  ['', null],
  [undefined, null],
])('reads the header %p', (header, token) => {
  expect(bearerToken(header)).toBe(token);
});
