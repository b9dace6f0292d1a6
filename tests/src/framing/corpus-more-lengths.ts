import type { FramingCase } from './framing-case';
import {
  CHUNKED,
  EMPTY_THEN_HIDDEN,
  HIDDEN,
  HIDDEN_IN_CHUNK,
  HIDDEN_OPEN,
  message,
  rejected,
  served,
} from './framing-case';

/* The second attack: the length of a body. */

const POST_HIDDEN = `POST /api/attack/ ${HIDDEN}`;
const LENGTH = `Content-Length: ${HIDDEN.length}\r\n`;

/** Spellings of a Content-Length that some parsers accept as a number. */
const lengths: readonly FramingCase[] = [
  `${HIDDEN.length}, 0`,
  `0, ${HIDDEN.length}`,
  `${HIDDEN.length},`,
  `,${HIDDEN.length}`,
  `${HIDDEN.length}\t4`,
  `${HIDDEN.length}\x0b`,
  `${HIDDEN.length}\x0c`,
  `\x0b${HIDDEN.length}`,
  `${HIDDEN.length}\xa0`,
  `${HIDDEN.length}\0`,
  `${HIDDEN.length}L`,
  `${HIDDEN.length}h`,
  `0b101100`,
  `0o54`,
  `4\u00b2`,
  `\uff14\uff14`.replaceAll(/./gu, '\xef\xbc\x94'),
  'Infinity',
  'NaN',
  '-0',
  '+0',
  '18446744073709551616',
  '18446744073709551660',
  `'${HIDDEN.length}'`,
  `${HIDDEN.length}%00`,
].map((value) =>
  rejected(
    'Content-Length',
    `the value ${JSON.stringify(value)}`,
    message(`Content-Length: ${value}\r\n`, HIDDEN),
    [POST_HIDDEN],
  ),
);

const lengthLines: readonly FramingCase[] = [
  rejected(
    'two lengths',
    'three Content-Lengths, of which the middle one differs',
    message(`${LENGTH}Content-Length: 0\r\n${LENGTH}`, HIDDEN),
  ),
  rejected(
    'two lengths',
    'two Content-Lengths that differ by zeros in front',
    message(`Content-Length: 3\r\nContent-Length: 03\r\n`, 'abc'),
    ['POST /api/attack/ abc'],
  ),
  rejected(
    'two lengths',
    'two Content-Lengths in different case, apart',
    message(`content-length: 0\r\nX-A: b\r\nCONTENT-LENGTH: ${HIDDEN.length}\r\n`, HIDDEN),
  ),
  rejected(
    'two lengths',
    'both lengths, a Content-Length of zero',
    message(`Content-Length: 0\r\n${CHUNKED}`, HIDDEN_IN_CHUNK),
    [POST_HIDDEN],
  ),
  rejected(
    'two lengths',
    'both lengths in HTTP/1.0',
    message(`${LENGTH}${CHUNKED}`, EMPTY_THEN_HIDDEN, { version: '1.0' }),
    ['POST /api/attack/ '],
  ),
  rejected(
    'two lengths',
    'both lengths on GET',
    message(`Content-Length: 4\r\n${CHUNKED}`, HIDDEN_IN_CHUNK, { method: 'GET' }),
    [`GET /api/attack/ ${HIDDEN}`],
  ),
  rejected(
    'two lengths',
    'both lengths, and Connection names one',
    message(`Connection: Content-Length\r\n${LENGTH}${CHUNKED}`, EMPTY_THEN_HIDDEN),
    ['POST /api/attack/ '],
  ),
  rejected(
    'two lengths',
    'both lengths, and Connection names the chunks',
    message(`Connection: Transfer-Encoding\r\nContent-Length: 4\r\n${CHUNKED}`, HIDDEN_IN_CHUNK),
    [POST_HIDDEN],
  ),
  served(
    'Content-Length',
    'a name with an underscore is no length',
    message('Content_Length: 44\r\nContent-Length: 3\r\n', 'abc'),
    ['POST /api/attack/ abc'],
  ),
  served(
    'Content-Length',
    'many zeros in front',
    message(`Content-Length: ${'0'.repeat(2_000)}3\r\n`, 'abc'),
    ['POST /api/attack/ abc'],
  ),
  rejected(
    'Content-Length',
    'a tab before the colon',
    message(`Content-Length\t: ${HIDDEN.length}\r\n`, HIDDEN),
  ),
  rejected(
    'Content-Length',
    'a NUL before the colon',
    message(`Content-Length\0: ${HIDDEN.length}\r\n`, HIDDEN),
  ),
  served('Content-Length', 'CL.0: HEAD with a body', message(LENGTH, HIDDEN, { method: 'HEAD' }), [
    `HEAD /api/attack/ ${HIDDEN}`,
  ]),
  served(
    'Content-Length',
    'CL.0: PUT to a path with an extension',
    message(LENGTH, HIDDEN, { method: 'PUT', target: '/api/x.css' }),
    [`PUT /api/x.css ${HIDDEN}`],
  ),
  served(
    'no length',
    '0.CL: a length that a line with an invalid name could hide',
    message(`X-Content-Length: 0\r\n${LENGTH}`, HIDDEN),
    [POST_HIDDEN],
  ),
  rejected(
    'no length',
    '0.CL: a length behind a line without a name',
    message(`:\r\n${LENGTH}`, HIDDEN),
    [POST_HIDDEN],
  ),
];

/** Spellings of `chunked` that some parsers accept. */
const codings: readonly FramingCase[] = (
  [
    ['a tab before the colon', 'Transfer-Encoding\t: chunked\r\n'],
    ['a CR before the colon', 'Transfer-Encoding\r: chunked\r\n'],
    ['a NUL in front', 'Transfer-Encoding: \0chunked\r\n'],
    ['a form feed in front', 'Transfer-Encoding: \x0cchunked\r\n'],
    ['a vertical tab behind', 'Transfer-Encoding: chunked\x0b\r\n'],
    ['a no-break space in front', 'Transfer-Encoding: \xa0chunked\r\n'],
    ['a byte order mark in front', 'Transfer-Encoding: \xef\xbb\xbfchunked\r\n'],
    ['a comma behind', 'Transfer-Encoding: chunked,\r\n'],
    ['an empty element', 'Transfer-Encoding: chunked,,\r\n'],
    ['a semicolon behind', 'Transfer-Encoding: chunked;\r\n'],
    ['single quotes', "Transfer-Encoding: 'chunked'\r\n"],
    ['a colon in front', 'Transfer-Encoding: :chunked\r\n'],
    ['two words', 'Transfer-Encoding: chunked chunked\r\n'],
    ['a cut word', 'Transfer-Encoding: chunke\r\n'],
    ['a long s', 'Transfer-Encoding: chunked\xc5\xbf\r\n'],
    ['deflate, chunked', 'Transfer-Encoding: deflate, chunked\r\n'],
    ['cow', 'Transfer-Encoding: cow\r\n'],
    ['an empty line in front', 'Transfer-Encoding: \r\nTransfer-Encoding: chunked\r\n'],
    ['an empty one behind', 'Transfer-Encoding: chunked\r\nTransfer-Encoding: \r\n'],
    ['identity in a second line', `${CHUNKED}Transfer-Encoding: identity\r\n`],
    ['folded with a tab', 'Transfer-Encoding: chunked\r\n\t, identity\r\n'],
    ['as a bare LF header', 'X: y\r\n\nTransfer-Encoding: chunked\r\n'],
  ] as const
).flatMap(([name, line]) => [
  rejected(
    'Transfer-Encoding',
    `TE.TE: ${name}, beside a Content-Length (second attack)`,
    message(`Content-Length: 4\r\n${line}`, HIDDEN_IN_CHUNK),
    [POST_HIDDEN, `POST /api/attack/ ${HIDDEN_IN_CHUNK.slice(0, 4)}`],
  ),
  rejected(
    'Transfer-Encoding',
    `TE.0: ${name}, no Content-Length (second attack)`,
    message(line, HIDDEN_IN_CHUNK),
    [POST_HIDDEN, 'POST /api/attack/ '],
  ),
]);

const more = (name: string, body: string, entitled: string[] = []): FramingCase =>
  rejected('chunks', name, message(CHUNKED, body), entitled);

const chunks: readonly FramingCase[] = [
  more('a size with an underscore', `1_0\r\n${'a'.repeat(16)}\r\n0\r\n\r\n`),
  more('a size with h behind', `3h\r\nabc\r\n0\r\n\r\n`),
  more('a size with a comma', `3,0\r\nabc\r\n0\r\n\r\n`),
  more('a size with a dot', `3.0\r\nabc\r\n0\r\n\r\n`),
  more('a size with a tab behind', `3\t\r\nabc\r\n0\r\n\r\n`, ['POST /api/attack/ abc']),
  more('a size with a NUL behind', `3\0\r\nabc\r\n0\r\n\r\n`),
  more('a size with a vertical tab behind', `3\x0b\r\nabc\r\n0\r\n\r\n`),
  more('a size of 17 digits that overflows to 3', `10000000000000003\r\nabc\r\n0\r\n\r\n${HIDDEN}`),
  more('digits beyond ASCII', `\xef\xbc\x93\r\nabc\r\n0\r\n\r\n`),
  more('a size in base 36', `z\r\nabc\r\n0\r\n\r\n`),
  more('a last size with a sign', `3\r\nabc\r\n-0\r\n\r\n${HIDDEN}`),
  more('two CRs behind the size', `3\r\r\nabc\r\n0\r\n\r\n`),
  more('LF, CR behind the size', `3\n\rabc\r\n0\r\n\r\n`),
  more('an extension with a NUL', `3;a=\0\r\nabc\r\n0\r\n\r\n`, ['POST /api/attack/ abc']),
  more('an extension whose quotes hold a line end', `3;a="\r\nabc\r\n0\r\n\r\n${HIDDEN}"\r\n`),
  more('an extension larger than any head', `3;a=${'b'.repeat(20_000)}\r\nabc\r\n0\r\n\r\n`, [
    'POST /api/attack/ abc',
  ]),
  more('two more bytes behind the last chunk', `3\r\nabc\r\n0\r\nXX${HIDDEN_OPEN}\r\n\r\n`, [
    'POST /api/attack/ abc',
  ]),
  more('a trailer with a space before the colon', `0\r\nX : y\r\n\r\n`, ['POST /api/attack/ ']),
  more('a trailer without a colon', `0\r\nabc\r\n\r\n${HIDDEN}`, ['POST /api/attack/ ']),
  more('a trailer with a NUL', `0\r\nX: \0\r\n\r\n`, ['POST /api/attack/ ']),
  more('a trailer larger than any head', `0\r\nX: ${'y'.repeat(100_000)}\r\n\r\n`, [
    'POST /api/attack/ ',
  ]),
  more('a trailer that names the coding', `3\r\nabc\r\n0\r\n${CHUNKED}\r\n`, [
    'POST /api/attack/ abc',
  ]),
  served(
    'chunks',
    'a trailer with Host and credentials, which is dropped',
    message(CHUNKED, '3\r\nabc\r\n0\r\nHost: internal\r\nAuthorization: Bearer x\r\n\r\n'),
    ['POST /api/attack/ abc'],
  ),
  served('chunks', 'zeros before a size', message(CHUNKED, '0000000000003\r\nabc\r\n000\r\n\r\n'), [
    'POST /api/attack/ abc',
  ]),
  served(
    'chunks',
    'two hundred chunks of one byte',
    message(CHUNKED, `${'1\r\na\r\n'.repeat(200)}0\r\n\r\n`),
    [`POST /api/attack/ ${'a'.repeat(200)}`],
  ),
  served(
    'chunks',
    'the coding in capitals',
    message('TRANSFER-ENCODING: CHUNKED\r\n', HIDDEN_IN_CHUNK),
    [POST_HIDDEN],
  ),
];

/** Bodies whose end two programs could read differently, in addition to `corpus-lengths.ts` and `corpus-chunks.ts`. */
export const moreFraming: readonly FramingCase[] = [
  ...lengths,
  ...lengthLines,
  ...codings,
  ...chunks,
];
