import type { FramingCase } from './framing-case';
import { HIDDEN, hex, message, rejected, served, CHUNKED } from './framing-case';

const chunk = (name: string, body: string, entitled: string[] = []): FramingCase =>
  rejected('chunks', name, message(CHUNKED, body), entitled);
export const chunks: readonly FramingCase[] = [
  chunk(
    'TERM.EXT: a bare LF ends a chunk extension',
    `2;\nxx\r\n${hex(HIDDEN)}\r\n0\r\n\r\n${HIDDEN}`,
  ),
  chunk('EXT.TERM: a bare LF inside a chunk extension', `3;a=\nb\r\nabc\r\n0\r\n\r\n`, [
    'POST /api/attack/ abc',
  ]),
  chunk('a bare CR inside a chunk extension', `3;a=\rb\r\nabc\r\n0\r\n\r\n`, [
    'POST /api/attack/ abc',
  ]),
  chunk('TERM.SPILL: a bare LF behind the data', `3\r\nabc\n0\r\n\r\n`, ['POST /api/attack/ abc']),
  chunk(
    'SPILL.TERM: two other bytes behind the data',
    `5\r\nAAAAAXX${hex(HIDDEN)}\r\n0\r\n\r\n${HIDDEN}`,
  ),
  chunk('a bare CR behind the data', `3\r\nabc\rX0\r\n\r\n`),
  chunk('a bare LF behind the size', `3\nabc\r\n0\r\n\r\n`, ['POST /api/attack/ abc']),
  chunk('a bare LF behind the last size', `3\r\nabc\r\n0\n\r\n`, ['POST /api/attack/ abc']),
  chunk('a bare LF at the end', `3\r\nabc\r\n0\r\n\n${HIDDEN}`, ['POST /api/attack/ abc']),
  chunk('a size with 0x', `0x3\r\nabc\r\n0\r\n\r\n`),
  chunk('a size with a sign', `+3\r\nabc\r\n0\r\n\r\n`),
  chunk('a negative size', `-3\r\nabc\r\n0\r\n\r\n`),
  chunk('a size with a space behind', `3 \r\nabc\r\n0\r\n\r\n`, ['POST /api/attack/ abc']),
  chunk('a size with a space in front', ` 3\r\nabc\r\n0\r\n\r\n`),
  chunk('a size beyond 64 bits', `10000000000000003\r\nabc\r\n0\r\n\r\n`),
  chunk('an empty size', `\r\nabc\r\n0\r\n\r\n`),
  chunk('a size that is larger than its data', `8\r\nabc\r\n0\r\n\r\n${HIDDEN}`),
  chunk('a folded trailer', `0\r\nX: y\r\n z\r\n\r\n`, ['POST /api/attack/ ']),
  served(
    'chunks',
    'an extension as the standard allows',
    message(CHUNKED, '3;a=b\r\nabc\r\n0\r\n\r\n'),
    ['POST /api/attack/ abc'],
  ),
  served(
    'chunks',
    'a trailer that names a harmless header',
    message(CHUNKED, '3\r\nabc\r\n0\r\nX-A: b\r\n\r\n'),
    ['POST /api/attack/ abc'],
  ),
  rejected(
    'chunks',
    'a trailer that names a length',
    message(CHUNKED, `3\r\nabc\r\n0\r\nContent-Length: ${HIDDEN.length}\r\n\r\n`),
    ['POST /api/attack/ abc'],
  ),
];
