import type { FramingCase } from './framing-case';
import {
  SMUGGLED,
  HIDDEN,
  message,
  rejected,
  served,
  CHUNKED,
  HIDDEN_IN_CHUNK,
} from './framing-case';

/* Attacks on the head of a request: lines, target, host, connection, expectation. */

export const lines: readonly FramingCase[] = [
  rejected('lines', 'obsolete folding', message('X-A: b\r\n c\r\n', '', { method: 'GET' }), [
    'GET /api/attack/ ',
  ]),
  rejected(
    'lines',
    'bare LF behind every line',
    'GET /api/attack/ HTTP/1.1\nHost: tidemark.example\n\n',
    ['GET /api/attack/ '],
  ),
  rejected(
    'lines',
    'bare LF behind one header',
    message('X-A: b\nX-B: c\r\n', '', { method: 'GET' }),
    ['GET /api/attack/ '],
  ),
  rejected(
    'lines',
    'bare LF as the empty line',
    `GET /api/attack/ HTTP/1.1\r\nHost: tidemark.example\r\n\n${HIDDEN}`,
    ['GET /api/attack/ '],
  ),
  rejected('lines', 'a bare CR in a value', message('X-A: b\rX-B: c\r\n', '', { method: 'GET' })),
  rejected('lines', 'a NUL in a value', message('X-A: b\0c\r\n', '', { method: 'GET' })),
  rejected('lines', 'an empty header name', message(': b\r\n', '', { method: 'GET' })),
  rejected('lines', 'a header without a colon', message('abc\r\n', '', { method: 'GET' })),
  rejected(
    'lines',
    'a tab in the request line',
    'GET\t/api/attack/ HTTP/1.1\r\nHost: tidemark.example\r\n\r\n',
    ['GET /api/attack/ '],
  ),
  rejected('lines', 'a method in lower case', message('', '', { method: 'get' })),
  rejected('lines', 'HTTP/0.9', `GET /api/attack/\r\n${HIDDEN}`),
  rejected('lines', 'HTTP/2.0 by name', message('', '', { method: 'GET', version: '2.0' })),
  rejected('lines', 'HTTP/1.2', message('', '', { method: 'GET', version: '1.2' }), [
    'GET /api/attack/ ',
  ]),
  rejected('lines', 'the preface of HTTP/2', `PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n${HIDDEN}`),
];

const target = (name: string, value: string, entitled: string[] = []): FramingCase =>
  rejected('target', name, message('', '', { method: 'GET', target: value }), entitled);
export const targets: readonly FramingCase[] = [
  target('absolute, of another host', 'http://internal.example/api/attack/', ['GET /api/attack/ ']),
  target('absolute, of this host', 'http://tidemark.example/api/attack/', ['GET /api/attack/ ']),
  target('without a slash', 'api/attack/'),
  target('an asterisk', '*'),
  target('a host and port', 'internal.example:80'),
  target('dot segments', `/flags/..${SMUGGLED}`),
  target('dot segments that leave the root', `/flags/../..${SMUGGLED}`),
  target('encoded dots', `/flags/%2e%2e${SMUGGLED}`),
  target('an encoded slash behind dots', `/flags/..%2fsmuggled`),
  target('backslashes', `/flags\\..${SMUGGLED}`),
  target('an encoded backslash', `/flags/..%5csmuggled`),
  target('a parameter behind dots', `/flags/..;x=1${SMUGGLED}`),
  target('a single dot', `/./smuggled`),
  target('a fragment', `/flags/#/..${SMUGGLED}`),
  target('a fragment in the query', '/flags/?a#b'),
];

const host = (name: string, linesOfHost: string): FramingCase =>
  rejected('host', name, `GET ${SMUGGLED} HTTP/1.1\r\n${linesOfHost}\r\n`);
export const hosts: readonly FramingCase[] = [
  host('none', ''),
  host('two', 'Host: tidemark.example\r\nHost: internal.example\r\n'),
  host('two equal ones', 'Host: tidemark.example\r\nHost: tidemark.example\r\n'),
  host('a path', 'Host: tidemark.example/x\r\n'),
  host('credentials', 'Host: a@tidemark.example\r\n'),
  host('a list', 'Host: tidemark.example, internal.example\r\n'),
  host('a space', 'Host: tidemark.example internal.example\r\n'),
  host('a port that is none', 'Host: tidemark.example:80x\r\n'),
  host('a space before the colon', 'Host : tidemark.example\r\n'),
];

export const connections: readonly FramingCase[] = [
  served(
    'connection',
    'a length that Connection names',
    message(`Connection: Content-Length\r\nContent-Length: ${HIDDEN.length}\r\n`, HIDDEN),
    [`POST /api/attack/ ${HIDDEN}`],
  ),
  served(
    'connection',
    'chunks that Connection names',
    message(`Connection: Transfer-Encoding\r\n${CHUNKED}`, HIDDEN_IN_CHUNK),
    [`POST /api/attack/ ${HIDDEN}`],
  ),
  served(
    'connection',
    'an upgrade to h2c',
    message(
      `Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA\r\nContent-Length: ${HIDDEN.length}\r\n`,
      HIDDEN,
    ),
    [`POST /api/attack/ ${HIDDEN}`],
  ),
  served(
    'connection',
    'an upgrade to a WebSocket that the service does not have',
    message(
      'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n',
      '',
      { method: 'GET' },
    ),
    ['GET /api/attack/ '],
  ),
  served(
    'connection',
    'two requests in one packet',
    `${message('Content-Length: 3\r\n', 'abc')}${message('', '', { method: 'GET', target: '/api/second/' })}`,
    ['POST /api/attack/ abc', 'GET /api/second/ '],
  ),
  rejected(
    'connection',
    'CONNECT',
    message('', HIDDEN, { method: 'CONNECT', target: 'internal.example:80' }),
  ),
];

export const expectations: readonly FramingCase[] = [
  served(
    'expectation',
    '100-continue with its body at once',
    message(`Expect: 100-continue\r\nContent-Length: ${HIDDEN.length}\r\n`, HIDDEN),
    [`POST /api/attack/ ${HIDDEN}`],
  ),
  rejected(
    'expectation',
    'a word before 100-continue',
    message(`Expect: y 100-continue\r\nContent-Length: ${HIDDEN.length}\r\n`, HIDDEN),
    [`POST /api/attack/ ${HIDDEN}`],
  ),
  rejected(
    'expectation',
    'another expectation',
    message(`Expect: y\r\nContent-Length: ${HIDDEN.length}\r\n`, HIDDEN),
    [`POST /api/attack/ ${HIDDEN}`],
  ),
];
