import {
  brotliCompressSync,
  brotliDecompressSync,
  deflateSync,
  gunzipSync,
  gzipSync,
  inflateSync,
} from 'node:zlib';
import { FREE_BYTES, inflatedBound, InflateError, inflateWith } from './inflate';
import type { Inflate } from './inflate';

const MIB = 1024 * 1024;
const LIMITS = { maxInflatedBytes: 100 * MIB, maxRatio: 100 };

it.each([
  ['the bound of a small body does not depend on the ratio', 1_000, FREE_BYTES],
  ['the bound of a larger body is its size times the ratio', MIB / 2, 50 * MIB],
  ['the bound is never over the limit in bytes', 20 * MIB, 100 * MIB],
])('%s', (_, sentBytes, bound) => {
  expect(inflatedBound(sentBytes, LIMITS)).toBe(bound);
});

const CODECS: readonly [string, (bytes: Buffer) => Buffer, Inflate][] = [
  ['gzip', gzipSync, gunzipSync],
  ['deflate', deflateSync, inflateSync],
  ['brotli', brotliCompressSync, brotliDecompressSync],
];

it.each(CODECS)(
  '%s gets the bound before it inflates, and is rejected when it exceeds it',
  (_, pack, inflate) => {
    const bomb = pack(Buffer.alloc(40 * MIB, '{}'));
    expect(bomb.length * LIMITS.maxRatio).toBeLessThan(FREE_BYTES);
    const given: number[] = [];
    const watched: Inflate = (bytes, options) => {
      given.push(options.maxOutputLength);
      return inflate(bytes, options);
    };
    expect(() => inflateWith(watched, bomb, LIMITS)).toThrow(
      new InflateError('too_large', `inflated body is over ${FREE_BYTES} bytes`),
    );
    expect(given).toEqual([FREE_BYTES]);
  },
);

it.each(CODECS)('%s within the bound is inflated', (_, pack, inflate) => {
  const text = Buffer.alloc(FREE_BYTES, '{}');
  expect(inflateWith(inflate, pack(text), LIMITS).equals(text)).toBe(true);
});
