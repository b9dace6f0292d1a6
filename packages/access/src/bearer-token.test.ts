import { bearerToken } from './bearer-token';

it.each([
  ['Bearer phx_a', 'phx_a'],
  ['Bearer    phx_a   ', 'phx_a'],
  ['Bearer ', null],
  ['Bearer', null],
  ['bearer phx_a', null],
  ['Basic phx_a', null],
  ['', null],
  [undefined, null],
])('reads the header %p', (header, token) => {
  expect(bearerToken(header)).toBe(token);
});
