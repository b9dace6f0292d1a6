import { levelOf, roleHint, rolesUpTo, roleWords } from './roles';
import { userAgentWords } from './user-agent-words';

it('offers the roles up to the role of the user', () => {
  expect(rolesUpTo(8).map(({ label }) => label)).toEqual(['Member', 'Administrator']);
  expect([roleWords(15), roleWords(3)]).toEqual(['Owner', 'Level 3']);
  expect([levelOf('8'), levelOf('99')]).toEqual([8, 1]);
  expect(roleHint(15)).toBe('Owner: can do everything.');
});

it.each([
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36 Edg/140.0',
    'Edge on Windows',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18 Safari/605.1.15',
    'Safari on macOS',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Linux'],
  ['curl/8.5.0', 'curl'],
  ['node', 'node'],
  [null, 'An unknown program'],
])('describes the user agent %p', (text, words) => {
  expect(userAgentWords(text)).toBe(words);
});
