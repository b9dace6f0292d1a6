import type { IncomingMessage } from 'node:http';
import { findAmbiguity, findAmbiguousTarget } from './request-guard';

const request = (
  rawHeaders: readonly string[],
  { method = 'POST', url = '/', httpVersion = '1.1' } = {},
): IncomingMessage => ({ method, url, httpVersion, rawHeaders }) as unknown as IncomingMessage;

describe('findAmbiguousTarget', () => {
  it.each([
    '/',
    '/e/?ip=1&_=17.5',
    '/flags/?v=2',
    '//decide',
    '/array/phc_x/config.js',
    '/static/array.js',
    '/.well-known/x',
    '/a/..b/...',
    '/api/projects/@current/persons/a%2Fb%20c.d/',
    '/api/x/?next=../y&z=\\',
    '/caf%C3%A9/%zz',
  ])('accepts %s, which all parsers read equally', (target) => {
    expect(findAmbiguousTarget(target)).toBeNull();
  });

  it.each([
    'http://host/e/',
    '*',
    'e/',
    '',
    '/flags/../api/users/@me/',
    '/flags/..',
    '/./metrics',
    '/flags/%2e%2e/api/',
    '/flags/.%2E/api/',
    '/flags/..%2fapi/',
    '/flags%2f..%2fapi/',
    '/flags/..\\api/',
    '/flags\\..\\api',
    '/flags/..%5capi/',
    '/flags/..;x=1/api/',
    '/flags/#/../api',
    '/e/?a#b',
  ])('rejects %s', (target) => {
    expect(findAmbiguousTarget(target)).toMatch(/^The .*\.$/);
  });
});

describe('findAmbiguity', () => {
  it.each([
    ['one Host', ['Host', 'a.example:8000']],
    ['an IPv6 host', ['Host', '[::1]:8000']],
    ['chunks', ['Host', 'x', 'Transfer-Encoding', 'Chunked']],
  ])('accepts %s', (_, headers) => {
    expect(findAmbiguity(request(headers))).toBeNull();
  });

  it.each([
    ['two Hosts', ['Host', 'a', 'host', 'a'], {}],
    ['a host with a path', ['Host', 'a/../b'], {}],
    ['a host with credentials', ['Host', 'a@b'], {}],
    [
      'two codings in two lines',
      ['Transfer-Encoding', 'chunked', 'Transfer-Encoding', 'chunked'],
      {},
    ],
    ['two codings in one line', ['Transfer-Encoding', 'identity, chunked'], {}],
    ['another coding', ['Transfer-Encoding', 'gzip'], {}],
    ['chunks in HTTP/1.0', ['Transfer-Encoding', 'chunked'], { httpVersion: '1.0' }],
    ['chunks of DELETE', ['Transfer-Encoding', 'chunked'], { method: 'DELETE' }],
    ['chunks of OPTIONS', ['Transfer-Encoding', 'chunked'], { method: 'OPTIONS' }],
    ['chunks of GET', ['Transfer-Encoding', 'chunked'], { method: 'GET' }],
    ['HTTP/0.9', [], { httpVersion: '0.9' }],
    ['HTTP/2.0 by name', ['Host', 'x'], { httpVersion: '2.0' }],
  ])('rejects %s', (_, headers, more) => {
    expect(findAmbiguity(request(headers, more))).toMatch(/\.$/);
  });
});
