import { CaptureV1Error } from '@tidemark/domain';
import { packZstd } from '../test-support/zstd';
import { ACCEPTED_ENCODINGS, decodeBody, readEncoding } from './content-encoding';
import { FREE_BYTES } from './inflate';

const MIB = 1024 * 1024;
const LIMITS = { maxInflatedBytes: 50 * MIB, maxRatio: 100 };
const pack = packZstd;

it('lists the accepted encodings in the order of preference', () => {
  const present = pack === null ? 'gzip, deflate, br' : 'gzip, deflate, br, zstd';
  expect(ACCEPTED_ENCODINGS).toBe(present);
});

it('rejects an unknown encoding', () => {
  expect(() => readEncoding('lz4')).toThrow(
    new CaptureV1Error(
      'unsupported_encoding',
      `The content encoding is not supported; use one of ${ACCEPTED_ENCODINGS}.`,
    ),
  );
});

if (pack === null) {
  it('rejects zstd if Node.js does not support it', () => {
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

    it('is rejected if it inflates beyond the ratio', () => {
      const within = pack(Buffer.alloc(FREE_BYTES, '{}'));
      expect(within.length * LIMITS.maxRatio).toBeLessThan(FREE_BYTES);
      expect(decodeBody(within, 'zstd', LIMITS)).toHaveLength(FREE_BYTES);
      expect(rejected(pack(Buffer.alloc(FREE_BYTES + 1, '{}')))).toBe('payload_too_large');
    });

    it('is rejected if it inflates beyond the limit in bytes', () => {
      const limits = { maxInflatedBytes: MIB, maxRatio: 100 };
      expect(rejected(pack(Buffer.alloc(MIB, '{}')), limits)).toBe('decoded');
      expect(rejected(pack(Buffer.alloc(MIB + 1, '{}')), limits)).toBe('payload_too_large');
    });

    it('allocates no window over 8 MiB', () => {
      const body = Buffer.alloc(FREE_BYTES, '{}');
      expect(rejected(pack(body, 23))).toBe('decoded');
      // The window of a frame with a known content size is at most that size, so this content is larger than 8 MiB.
      expect(rejected(pack(Buffer.alloc(40 * MIB, '{}'), 24))).toBe('request_decoding_error');
    });

    it.each([
      ['of another format', text],
      ['empty', Buffer.alloc(0)],
      ['cut short', pack(text).subarray(0, -3)],
      ['followed by other bytes', Buffer.concat([pack(text), Buffer.from('zzzz')])],
      ['followed by another frame', Buffer.concat([pack(text), pack(text)])],
    ])('is rejected when it is %s', (_, body) => {
      expect(rejected(body)).toBe('request_decoding_error');
    });
  });
}
