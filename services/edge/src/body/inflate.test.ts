import { randomBytes } from 'node:crypto';
import {
  brotliCompressSync,
  brotliDecompressSync,
  deflateSync,
  gzipSync,
  inflateSync,
} from 'node:zlib';
import { FREE_BYTES, gunzip, inflatedBound, InflateError, inflateWith } from './inflate';
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
  ['gzip', gzipSync, gunzip],
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

// The last four bytes of gzip state the inflated size; they decide only how the output is allocated.
it.each([0, 1, 100, 64 * 1024 - 1, 64 * 1024, 3 * MIB, 0xffffffff])(
  'gzip that states an inflated size of %d bytes falsely is reported as invalid',
  (stated) => {
    const packed = gzipSync(Buffer.alloc(64 * 1024 + 1, '{"event":"seen"},'));
    packed.writeUInt32LE(stated, packed.length - 4);
    expect(() => inflateWith(gunzip, packed, LIMITS)).toThrow(
      expect.objectContaining({ reason: 'invalid' }),
    );
  },
);

it.each([0, 1, 15, 16_383, 16_384, 16_385, 100_000, MIB - 1, MIB, MIB + 1])(
  'gzip of %d bytes is inflated, also when it barely compresses',
  (size) => {
    for (const data of [Buffer.alloc(size, 'a'), randomBytes(size)]) {
      expect(inflateWith(gunzip, gzipSync(data), LIMITS).equals(data)).toBe(true);
    }
  },
);

it('gzip of several members is inflated', () => {
  const members = [Buffer.alloc(50_000, 'a'), Buffer.alloc(10, 'b'), Buffer.alloc(300_000, 'c')];
  const packed = Buffer.concat(members.map((member) => gzipSync(member)));
  expect(inflateWith(gunzip, packed, LIMITS).equals(Buffer.concat(members))).toBe(true);
});

it('gzip is inflated into one chunk, not into several that are copied', () => {
  const data = Buffer.alloc(100_000, '{"event":"seen"},');
  const inflated = inflateWith(gunzip, gzipSync(Buffer.concat([data, randomBytes(4_000)])), LIMITS);
  // The memory of one chunk is one byte longer than the data; that of a copy is not.
  expect(inflated.buffer.byteLength).toBe(inflated.length + 1);
});
