import type { FramingCase } from './framing-case';
import {
  CHUNKED,
  HIDDEN,
  HIDDEN_IN_CHUNK,
  SMUGGLED,
  message,
  rejected,
  served,
  servedByUs,
} from './framing-case';

/* The second attack: the head of a request. */

const GET = { method: 'GET' };
const ASKED = 'GET /api/attack/ ';

const line = (name: string, headers: string, entitled = [ASKED]): FramingCase =>
  rejected('lines', name, message(headers, '', GET), entitled);
const lines: readonly FramingCase[] = [
  line('a folded line with a tab', 'X-A: b\r\n\tc\r\n'),
  line('a folded line that is empty', 'X-A: b\r\n \r\n'),
  line('two CRs at the end of a line', 'X-A: b\r\r\n'),
  line('LF, CR at the end of a line', 'X-A: b\n\rX-B: c\r\n'),
  line('a CR alone between lines', 'X-A: b\rTransfer-Encoding: chunked\r\n'),
  line('a name with a space', 'X A: b\r\n'),
  line('a name with a NUL', 'X\0A: b\r\n'),
  line('a name with a slash', 'X/A: b\r\n'),
  line('a name in brackets', '[X]: b\r\n'),
  line('a name with a byte beyond ASCII', 'X\xe9: b\r\n'),
  line('a name with an at sign', 'X@A: b\r\n'),
  line('a bell in a value', 'X-A: \x07\r\n'),
  line('a delete character in a value', 'X-A: \x7f\r\n'),
  line('an escape sequence in a value', 'X-A: \x1b[31m\r\n'),
  line('a space before the first name', ' X-A: b\r\n'),
  line('more bytes than a head may have', `X-A: ${'b'.repeat(200_000)}\r\n`),
  line('a name of 100,000 bytes', `${'x'.repeat(100_000)}: b\r\n`),
  line('5,000 lines', 'X-A: b\r\n'.repeat(5_000)),
  line(
    'a length behind 3,000 lines',
    `${'A: b\r\n'.repeat(3_000)}Content-Length: ${HIDDEN.length}\r\n`,
  ),
  line('a coding behind 3,000 lines', `${'A: b\r\n'.repeat(3_000)}${CHUNKED}`),
  line('a second Host behind 3,000 lines', `${'A: b\r\n'.repeat(3_000)}Host: internal.example\r\n`),
  served('lines', 'a byte beyond ASCII in a value', message('X-A: \xe9\xff\r\n', '', GET), [ASKED]),
  servedByUs('lines', 'empty lines before the request', `\r\n\r\n${message('', '', GET)}`, [ASKED]),
  servedByUs(
    'lines',
    'two spaces before the target',
    'GET  /api/attack/ HTTP/1.1\r\nHost: tidemark.example\r\n\r\n',
    [ASKED],
  ),
  rejected('lines', 'a space before the method', ` ${message('', '', GET)}`, [ASKED]),
  rejected('lines', 'a NUL before the method', `\0${message('', '', GET)}`, [ASKED]),
  rejected('lines', 'the greeting of TLS', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'),
  rejected('lines', 'a PROXY line in front', `PROXY TCP4 1.2.3.4 5.6.7.8 1 2\r\n${HIDDEN}`),
  ...(
    [
      ['a space behind the version', 'GET /api/attack/ HTTP/1.1 '],
      ['a space in the target', 'GET /api/ attack/ HTTP/1.1'],
      ['a vertical tab in the request line', 'GET /api/attack/\x0bHTTP/1.1'],
      ['a target of the version', 'GET HTTP/1.1'],
      ['two versions', 'GET /api/attack/ HTTP/1.1 HTTP/1.0'],
      ['a version in lower case', 'GET /api/attack/ http/1.1'],
      ['HTTP/1.10', 'GET /api/attack/ HTTP/1.10'],
      ['HTTP/01.1', 'GET /api/attack/ HTTP/01.1'],
      ['HTTP/3.0', 'GET /api/attack/ HTTP/3.0'],
      ['another protocol', 'GET /api/attack/ ICY/1.1'],
      ['the protocol of RTSP', 'DESCRIBE /api/attack/ RTSP/1.0'],
      ['the protocol of RTSP, with underscores', 'GET_PARAMETER /api/attack/ RTSP/1.0'],
      ['the protocol of Icecast', 'SOURCE /api/attack/ ICE/1.0'],
      ['a method of Icecast', 'SOURCE /api/attack/ HTTP/1.1'],
      ['a method of RTSP', 'TEARDOWN /api/attack/ HTTP/1.1'],
      ['an invented method', 'SMUGGLE /api/attack/ HTTP/1.1'],
      ['a method with a colon', 'GET: /api/attack/ HTTP/1.1'],
      ['a method of 70,000 bytes', `${'G'.repeat(70_000)} /api/attack/ HTTP/1.1`],
    ] as const
  ).map(([name, first]) =>
    rejected('lines', name, `${first}\r\nHost: tidemark.example\r\n\r\n`, [
      ASKED,
      'GET /api/ attack/ ',
    ]),
  ),
];

const target = (name: string, value: string, entitled: string[] = []): FramingCase =>
  rejected('target', name, message('', '', { method: 'GET', target: value }), entitled);
const targets: readonly FramingCase[] = [
  target('absolute, with another scheme', 'gopher://tidemark.example/api/attack/'),
  target('absolute, with user information', 'http://a:b@internal.example/api/attack/', [ASKED]),
  target('absolute, without a path', 'http://internal.example', ['GET / ']),
  target('a scheme without a host', 'http:///api/attack/', [ASKED]),
  target('a file', 'file:///etc/passwd'),
  target('a question mark alone', '?a=b'),
  target('dots with a slash encoded in capitals', `/api/%2E%2E%2Fsmuggled`),
  target('one dot encoded, one not', `/api/.%2e${SMUGGLED}`),
  target('dots at the end', '/api/attack/..'),
  target('an encoded dot alone', `/api/%2e${SMUGGLED}`),
  target('dots behind two slashes', `/api//..${SMUGGLED}`),
  target('dots with an encoded parameter', `/api/..%3bx${SMUGGLED}`),
  target('a backslash behind dots, encoded in capitals', '/api/..%5Csmuggled'),
  target('a backslash at the start', '/\\internal.example/'),
  target('a NUL', '/api/attack/\0'),
  target('a byte beyond ASCII', '/api/\xe9/', ['GET /api/\xe9/ ']),
  target('a delete character', '/api/\x7f/'),
  target('a target of 70,000 bytes', `/api/${'a'.repeat(70_000)}`),
  served('target', 'two slashes are a path', message('', '', { ...GET, target: '//api/attack/' }), [
    'GET //api/attack/ ',
  ]),
  ...(
    [
      ['dots that are encoded twice', '/api/%252e%252e/x'],
      ['overlong dots', '/api/%c0%ae%c0%ae/x'],
      ['an overlong slash', '/api/..%c0%afx'],
      ['an encoded NUL', '/api/x%00.js'],
      ['an encoded line end', '/api/x%0d%0aSet-Cookie:%20a=b'],
      ['a percent sign that encodes nothing', '/api/%zz/%'],
      ['three dots', '/api/.../x'],
      ['dots in the query', '/api/x?a=/../b'],
      ['fullwidth dots', '/api/%ef%bc%8e%ef%bc%8e/x'],
    ] as const
  ).map(([name, value]) =>
    servedByUs(
      'target',
      `${name}: passed on as it is`,
      message('', '', { ...GET, target: value }),
      [`GET ${value} `],
    ),
  ),
];

const host = (name: string, value: string): FramingCase =>
  rejected('host', name, `GET ${SMUGGLED} HTTP/1.1\r\nHost:${value}\r\n\r\n`);
const hosts: readonly FramingCase[] = [
  host('a second one in other case', ' tidemark.example\r\nhOST: internal.example'),
  host('a scheme', ' http://tidemark.example'),
  host('a query', ' tidemark.example?x'),
  host('a fragment', ' tidemark.example#x'),
  host('a password', ' user:pass@internal.example'),
  host('a backslash', ' tidemark.example\\@internal.example'),
  host('a port of six digits', ' tidemark.example:123456'),
  host('two ports', ' tidemark.example:80:81'),
  host('a negative port', ' tidemark.example:-1'),
  host('percent-encoded', ' %74idemark.example'),
  host('a NUL', ' tidemark.example\0.internal'),
  host('a tab', ' tidemark.example\tinternal.example'),
  host('folded', '\r\n internal.example'),
  host('markup', ' <script>alert(1)</script>'),
  host('quotes', ' "tidemark.example"'),
  host('a bracket that stays open', ' [::1'),
  host('a zone in brackets', ' [fe80::1%25eth0]'),
  host('bytes beyond ASCII', ' tid\xc3\xa9mark.example'),
  host('a semicolon', ' tidemark.example;a=b'),
  host('a dollar', ' ${jndi:ldap://x}'),
];

const hop = (name: string, headers: string, body = '', method = 'POST'): FramingCase =>
  served('connection', name, message(headers, body, { method }), [
    `${method} /api/attack/ ${body}`,
  ]);
const LENGTH = `Content-Length: ${HIDDEN.length}\r\n`;
const connections: readonly FramingCase[] = [
  hop('Host that Connection names', 'Connection: Host\r\n', '', 'GET'),
  hop(
    'a length in a list that Connection names',
    `Connection: close, content-length\r\n${LENGTH}`,
    HIDDEN,
  ),
  hop('Expect that Connection names', `Connection: Expect\r\n${LENGTH}`, HIDDEN),
  hop('empty names', `Connection: ,,, ,\r\n${LENGTH}`, HIDDEN),
  hop(
    'two Connection lines',
    `Connection: keep-alive\r\nConnection: Content-Length\r\n${LENGTH}`,
    HIDDEN,
  ),
  hop('Keep-Alive with nonsense', `Keep-Alive: timeout=-1, max=abc\r\n${LENGTH}`, HIDDEN),
  hop('Proxy-Connection', `Proxy-Connection: Content-Length\r\n${LENGTH}`, HIDDEN),
  hop('TE', `Connection: TE\r\nTE: trailers, chunked\r\n${LENGTH}`, HIDDEN),
  servedByUs(
    'connection',
    'Trailer that names a length',
    message(`Trailer: Content-Length\r\n${CHUNKED}`, HIDDEN_IN_CHUNK),
    [`POST /api/attack/ ${HIDDEN}`],
  ),
  hop('an upgrade of GET to h2c', 'Connection: Upgrade\r\nUpgrade: h2c\r\n', '', 'GET'),
  hop('an upgrade to TLS', 'Connection: Upgrade\r\nUpgrade: TLS/1.0, HTTP/1.1\r\n', '', 'GET'),
  hop('an upgrade that no Connection names', `Upgrade: websocket\r\n${LENGTH}`, HIDDEN),
  hop(
    'methods that headers name',
    `X-HTTP-Method-Override: DELETE\r\nX-HTTP-Method: PUT\r\n${LENGTH}`,
    HIDDEN,
  ),
  hop(
    'paths that headers name',
    `X-Original-URL: /smuggled\r\nX-Rewrite-URL: /smuggled\r\n${LENGTH}`,
    HIDDEN,
  ),
  served(
    'connection',
    'a HEAD before another request',
    `${message('', '', { method: 'HEAD' })}${message('', '', { method: 'GET', target: '/api/second/' })}`,
    ['HEAD /api/attack/ ', 'GET /api/second/ '],
  ),
  rejected(
    'connection',
    'a request behind a rejected one',
    `${message('Host: second.example\r\n', '', GET)}${HIDDEN}`,
    [ASKED],
  ),
  rejected(
    'connection',
    'CONNECT with a request behind it',
    message('', HIDDEN, { method: 'CONNECT', target: 'tidemark.example:443' }),
  ),
  rejected('connection', 'CONNECT to a path', message('', HIDDEN, { method: 'CONNECT' })),
];

const EXPECTED = `Expect: 100-continue\r\n`;
const expectations: readonly FramingCase[] = [
  ...['100-continue, 100-continue', '100-continue;a=b', '"100-continue"', '200-ok', '100'].map(
    (value) =>
      rejected(
        'expectation',
        `the value ${JSON.stringify(value)}`,
        message(`Expect: ${value}\r\n${LENGTH}`, HIDDEN),
        [`POST /api/attack/ ${HIDDEN}`],
      ),
  ),
  rejected(
    'expectation',
    'two lines, one of them another expectation',
    message(`${EXPECTED}Expect: y\r\n${LENGTH}`, HIDDEN),
    [`POST /api/attack/ ${HIDDEN}`],
  ),
  rejected(
    'expectation',
    '100-continue, and both lengths',
    message(`${EXPECTED}${LENGTH}${CHUNKED}`, HIDDEN_IN_CHUNK),
    [`POST /api/attack/ ${HIDDEN}`],
  ),
  rejected(
    'expectation',
    '100-continue, and an ambiguous target',
    message(`${EXPECTED}${LENGTH}`, HIDDEN, { target: `/api/..${SMUGGLED}` }),
  ),
  served('expectation', '100-continue on GET without a body', message(EXPECTED, '', GET), [ASKED]),
  served(
    'expectation',
    '100-Continue in capitals',
    message(`EXPECT: 100-CONTINUE\r\n${LENGTH}`, HIDDEN),
    [`POST /api/attack/ ${HIDDEN}`],
  ),
  served(
    'expectation',
    '100-continue with chunks',
    message(`${EXPECTED}${CHUNKED}`, HIDDEN_IN_CHUNK),
    [`POST /api/attack/ ${HIDDEN}`],
  ),
];

/** Heads that two programs could read differently, in addition to `corpus-head.ts`. */
export const moreHeads: readonly FramingCase[] = [
  ...lines,
  ...targets,
  ...hosts,
  ...connections,
  ...expectations,
];
