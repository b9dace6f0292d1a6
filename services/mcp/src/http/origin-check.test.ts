import { foreignOrigin } from './origin-check';

const rules = {
  hosts: ['tidemark.example.com'],
  origins: ['https://agent.example.com'],
};

it.each([
  ['a program', { host: 'anything.example' }, true],
  ['the own page on an address', { host: '127.0.0.1:8000', origin: 'http://127.0.0.1:8000' }, true],
  ['the own page on IPv6', { host: '[::1]:8000', origin: 'http://[::1]:8000' }, true],
  ['the own page on localhost', { host: 'localhost:8000', origin: 'http://localhost:8000' }, true],
  ['the own page', { host: 'tidemark.example.com', origin: 'https://tidemark.example.com' }, true],
  ['an allowed page', { host: 'tidemark.example.com', origin: 'https://agent.example.com' }, true],
  ['a foreign page', { host: '127.0.0.1:8000', origin: 'https://evil.example' }, false],
  ['a page on another port', { host: '127.0.0.1:8000', origin: 'http://127.0.0.1:9' }, false],
  ['a rebound name', { host: 'evil.example:8000', origin: 'http://evil.example:8000' }, false],
  [
    'a rebound name without an origin',
    { host: 'evil.example', 'sec-fetch-site': 'same-origin' },
    false,
  ],
  ['a page without an origin', { host: '127.0.0.1:8000', origin: 'null' }, false],
])('%s: %j is allowed: %s', (_name, headers, expected) => {
  expect(foreignOrigin(headers, rules) === null).toBe(expected);
});
