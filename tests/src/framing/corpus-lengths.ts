import type { FramingCase } from './framing-case';
import {
  HIDDEN,
  HIDDEN_OPEN,
  message,
  rejected,
  served,
  CHUNKED,
  EMPTY_THEN_HIDDEN,
  HIDDEN_IN_CHUNK,
} from './framing-case';

/* Attacks on the length of a body: Content-Length, Transfer-Encoding, both, or neither. */

export const twoLengths: readonly FramingCase[] = [
  rejected(
    'two lengths',
    'CL.TE: both lengths, the chunks end first',
    message(`Content-Length: ${EMPTY_THEN_HIDDEN.length}\r\n${CHUNKED}`, EMPTY_THEN_HIDDEN),
    [`POST /api/attack/ `],
  ),
  rejected(
    'two lengths',
    'TE.CL: both lengths, the Content-Length ends first',
    message(`Content-Length: 4\r\n${CHUNKED}`, HIDDEN_IN_CHUNK),
    [`POST /api/attack/ ${HIDDEN}`],
  ),
  rejected(
    'two lengths',
    'TE.CL in the other order of lines',
    message(`${CHUNKED}Content-Length: 4\r\n`, HIDDEN_IN_CHUNK),
    [`POST /api/attack/ ${HIDDEN}`],
  ),
  rejected(
    'two lengths',
    'two different Content-Lengths',
    message('Content-Length: 0\r\nContent-Length: 44\r\n', HIDDEN_OPEN),
  ),
  rejected(
    'two lengths',
    'two equal Content-Lengths',
    message('Content-Length: 3\r\nContent-Length: 3\r\n', 'abc'),
    ['POST /api/attack/ abc'],
  ),
  rejected('two lengths', 'a list of Content-Lengths', message('Content-Length: 3, 3\r\n', 'abc'), [
    'POST /api/attack/ abc',
  ]),
];

export const transferEncodings: readonly FramingCase[] = (
  [
    ['xchunked', 'Transfer-Encoding: xchunked\r\n'],
    ['identity, chunked', 'Transfer-Encoding: identity, chunked\r\n'],
    ['chunked, identity', 'Transfer-Encoding: chunked, identity\r\n'],
    ['gzip, chunked', 'Transfer-Encoding: gzip, chunked\r\n'],
    ['chunked twice in one line', 'Transfer-Encoding: chunked, chunked\r\n'],
    ['chunked twice in two lines', `${CHUNKED}${CHUNKED}`],
    ['chunked, then another', `${CHUNKED}Transfer-Encoding: x\r\n`],
    ['another, then chunked', `Transfer-Encoding: x\r\n${CHUNKED}`],
    ['quoted', 'Transfer-Encoding: "chunked"\r\n'],
    ['a comma in front', 'Transfer-Encoding: ,chunked\r\n'],
    ['a parameter', 'Transfer-Encoding: chunked;a=b\r\n'],
    ['a vertical tab in front', 'Transfer-Encoding:\x0bchunked\r\n'],
    ['a NUL behind', 'Transfer-Encoding: chunked\0\r\n'],
    ['a space before the colon', 'Transfer-Encoding : chunked\r\n'],
    ['a space before the name', ' Transfer-Encoding: chunked\r\n'],
    ['folded', 'Transfer-Encoding:\r\n chunked\r\n'],
    ['behind a line that is no header', `X: y\nTransfer-Encoding: chunked\r\n`],
    ['behind a bare CR', 'X: y\rTransfer-Encoding: chunked\r\n'],
    ['a byte beyond ASCII in the name', 'Transfer\xadEncoding: chunked\r\n'],
    ['an empty value', 'Transfer-Encoding:\r\n'],
  ] as const
).map(([name, lines]) =>
  rejected(
    'Transfer-Encoding',
    `TE.TE: ${name}, beside a Content-Length`,
    message(`Content-Length: 4\r\n${lines}`, HIDDEN_IN_CHUNK),
    [`POST /api/attack/ ${HIDDEN}`, `POST /api/attack/ ${HIDDEN_IN_CHUNK.slice(0, 4)}`],
  ),
);

export const transferEncodingsAlone: readonly FramingCase[] = (
  [
    ['identity, chunked', 'Transfer-Encoding: identity, chunked\r\n'],
    ['gzip, chunked', 'Transfer-Encoding: gzip, chunked\r\n'],
    ['another, then chunked', `Transfer-Encoding: x\r\n${CHUNKED}`],
    ['chunked twice in two lines', `${CHUNKED}${CHUNKED}`],
    ['xchunked', 'Transfer-Encoding: xchunked\r\n'],
    ['identity', 'Transfer-Encoding: identity\r\n'],
  ] as const
).map(([name, lines]) =>
  rejected(
    'Transfer-Encoding',
    `TE.0: ${name}, no Content-Length`,
    message(lines, HIDDEN_IN_CHUNK),
    [`POST /api/attack/ ${HIDDEN}`],
  ),
);

export const contentLengths: readonly FramingCase[] = (
  [
    '+44',
    '-1',
    '0x2c',
    '4 4',
    '4_4',
    '4.0',
    '1e1',
    '',
    'abc',
    '99999999999999999999',
    '44;',
    '"44"',
  ] as const
).map((value) =>
  rejected(
    'Content-Length',
    `the value ${JSON.stringify(value)}`,
    message(`Content-Length: ${value}\r\n`, HIDDEN),
  ),
);

export const lengthLines: readonly FramingCase[] = [
  rejected(
    'Content-Length',
    'a space before the colon',
    message(`Content-Length : ${HIDDEN.length}\r\n`, HIDDEN),
  ),
  rejected('Content-Length', 'folded', message(`Content-Length:\r\n ${HIDDEN.length}\r\n`, HIDDEN)),
  rejected(
    'Content-Length',
    'a line that starts with a space',
    message(`X: y\r\n Content-Length: ${HIDDEN.length}\r\n`, HIDDEN),
  ),
  served('Content-Length', 'zeros in front', message('Content-Length: 0003\r\n', 'abc'), [
    'POST /api/attack/ abc',
  ]),
  served(
    'Content-Length',
    'a hidden request as an ordinary body',
    message(`Content-Length: ${HIDDEN.length}\r\n`, HIDDEN),
    [`POST /api/attack/ ${HIDDEN}`],
  ),
  served(
    'Content-Length',
    'GET with a body',
    message(`Content-Length: ${HIDDEN.length}\r\n`, HIDDEN, { method: 'GET' }),
    [`GET /api/attack/ ${HIDDEN}`],
  ),
  served(
    'Content-Length',
    'DELETE with a body',
    message(`Content-Length: ${HIDDEN.length}\r\n`, HIDDEN, { method: 'DELETE' }),
    [`DELETE /api/attack/ ${HIDDEN}`],
  ),
  served(
    'Content-Length',
    'CL.0: OPTIONS with a body',
    message(`Content-Length: ${HIDDEN.length}\r\n`, HIDDEN, { method: 'OPTIONS' }),
    [`OPTIONS /api/attack/ ${HIDDEN}`],
  ),
  served(
    'Content-Length',
    'CL.0: a body for a static path',
    message(`Content-Length: ${HIDDEN.length}\r\n`, HIDDEN, { target: '/api/x.js' }),
    [`POST /api/x.js ${HIDDEN}`],
  ),
];

export const withoutLength: readonly FramingCase[] = [
  ...(['OPTIONS', 'DELETE', 'GET', 'HEAD', 'TRACE'] as const).map((method) =>
    rejected(
      'no length',
      `a chunked ${method} with a request inside`,
      message(CHUNKED, HIDDEN_IN_CHUNK, { method }),
      [`${method} /api/attack/ ${HIDDEN}`],
    ),
  ),
  served('no length', 'chunked POST with a request inside', message(CHUNKED, HIDDEN_IN_CHUNK), [
    `POST /api/attack/ ${HIDDEN}`,
  ]),
  served(
    'no length',
    'chunked PATCH with a request inside',
    message(CHUNKED, HIDDEN_IN_CHUNK, { method: 'PATCH' }),
    [`PATCH /api/attack/ ${HIDDEN}`],
  ),
  served('no length', 'POST without a length and without a body', message(''), [
    'POST /api/attack/ ',
  ]),
  rejected(
    'no length',
    'chunks in HTTP/1.0',
    message(CHUNKED, HIDDEN_IN_CHUNK, { version: '1.0' }),
    [`POST /api/attack/ ${HIDDEN}`],
  ),
  rejected(
    'no length',
    '0.CL: a length behind a folded header',
    message(`X: y\r\n\tContent-Length: ${HIDDEN.length}\r\n`, HIDDEN),
  ),
];
