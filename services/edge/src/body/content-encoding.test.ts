import { CaptureV1Error } from '@tidemark/domain';
import { packZstd } from '../test-support/zstd';
import { ACCEPTED_ENCODINGS, decodeBody, readEncoding } from './content-encoding';
import { FREE_BYTES } from './inflate';

const MIB = 1024 * 1024;
const LIMITS = { maxInflatedBytes: 50 * MIB, maxRatio: 100 };
const pack = packZstd;

it('are named in the order of preference', () => {
  const present = pack === null ? 'gzip, deflate, br' : 'gzip, deflate, br, zstd';
  expect(ACCEPTED_ENCODINGS).toBe(present);
});

it('that are not known are rejected', () => {
  expect(() => readEncoding('lz4')).toThrow(
    new CaptureV1Error(
      'unsupported_encoding',
      `The content encoding is not supported; use one of ${ACCEPTED_ENCODINGS}.`,
    ),
  );
});

if (pack === null) {
  it('zstd is unknown to a Node without it', () => {
    expect(() => readEncoding('zstd')).toThrow(CaptureV1Error);
  });
} else {
  describe('zstd', () => {
    const text = Buffer.from('{"a":1}'.repeat(1_000));
    const rejected = (body: Buffer, limits = LIMITS): string => {
      try {
        decodeBody(body, readEncoding('ZSTD'), limits);
      } catch (error) {
        if (error instanceof CaptureV1Error) return error.tag;
        throw error;
      }
      return 'decoded';
    };

    it('is decoded', () => {
      expect(decodeBody(pack(text), readEncoding(' zstd '), LIMITS).equals(text)).toBe(true);
    });

    it('is inflated up to the bound of the ratio, and not beyond', () => {
      const within = pack(Buffer.alloc(FREE_BYTES, '{}'));
      expect(within.length * LIMITS.maxRatio).toBeLessThan(FREE_BYTES);
      expect(decodeBody(within, 'zstd', LIMITS)).toHaveLength(FREE_BYTES);
      expect(rejected(pack(Buffer.alloc(FREE_BYTES + 1, '{}')))).toBe('payload_too_large');
    });

    it('is inflated up to the bound in bytes, and not beyond', () => {
      const limits = { maxInflatedBytes: MIB, maxRatio: 100 };
      expect(rejected(pack(Buffer.alloc(MIB, '{}')), limits)).toBe('decoded');
      expect(rejected(pack(Buffer.alloc(MIB + 1, '{}')), limits)).toBe('payload_too_large');
    });

    it('allocates no window over 8 MiB', () => {
      const body = Buffer.alloc(FREE_BYTES, '{}');
      expect(rejected(pack(body, 23))).toBe('decoded');
      // An announced content size would shrink the window of a frame: this one is larger than both.
      expect(rejected(pack(Buffer.alloc(40 * MIB, '{}'), 24))).toBe('request_decoding_error');
    });

    it.each([
      ['no zstd', text],
      ['empty', Buffer.alloc(0)],
      ['cut short', pack(text).subarray(0, -3)],
      ['followed by other bytes', Buffer.concat([pack(text), Buffer.from('zzzz')])],
      ['followed by another frame', Buffer.concat([pack(text), pack(text)])],
    ])('is rejected when it is %s', (_, body) => {
      expect(rejected(body)).toBe('request_decoding_error');
    });
  });
}
