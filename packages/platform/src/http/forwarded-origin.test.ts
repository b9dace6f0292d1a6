import { forwardedOrigin } from './forwarded-origin';

const own = { scheme: 'http', host: 'own.example:8000' };

it.each([undefined, 0])('is the Host header if %p proxies are trusted', (hops) => {
  const headers = {
    host: own.host,
    'x-forwarded-proto': 'https',
    'x-forwarded-host': 'evil.example',
  };
  expect(forwardedOrigin(headers, hops)).toEqual(own);
});

it.each([
  [1, 'https', 'a.example', 'https', 'a.example'],
  [1, 'HTTPS', '[::1]:8000', 'https', '[::1]:8000'],
  [1, 'javascript', 'a.example', 'http', 'a.example'],
  [1, 'https', 'a.example/..', 'https', own.host],
  [1, 'https', 'x@a.example', 'https', own.host],
  [1, 'https', '', 'https', own.host],
  [1, 'http, https', 'evil.example, a.example', 'https', 'a.example'],
  [2, 'https, http', 'a.example, b.example', 'https', 'a.example'],
  [2, 'https', 'a.example', 'https', 'a.example'],
])('behind %i proxies: %j %j', (hops, proto, forwarded, scheme, host) => {
  const headers = {
    host: own.host,
    'x-forwarded-proto': proto,
    'x-forwarded-host': forwarded,
  };
  expect(forwardedOrigin(headers, hops)).toEqual({ scheme, host });
});

it('is the Host header if a trusted proxy sends no forwarding headers', () => {
  expect(forwardedOrigin({ host: own.host }, 1)).toEqual(own);
});
