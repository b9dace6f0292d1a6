import { brotliDecompressSync, inflateRawSync, inflateSync } from 'node:zlib';
import { CaptureV1Error } from '@tidemark/domain';
import { gunzip, InflateError, inflateWith } from './inflate';
import type { Inflate, InflateLimits } from './inflate';
import { inflateZstd } from './zstd';

/** Decoders by the names of Content-Encoding; without zstd if Node.js does not support it. */
const CODECS: ReadonlyMap<string, Inflate> = new Map<string, Inflate>([
  ['gzip', gunzip],
  ['deflate', inflateSync],
  ['br', brotliDecompressSync],
  ...(inflateZstd === null ? [] : [['zstd', inflateZstd] as const]),
]);

export type V1Encoding = 'gzip' | 'deflate' | 'br' | 'zstd' | 'identity';

/** The accepted encodings of a body, for Accept-Encoding. */
export const ACCEPTED_ENCODINGS = [...CODECS.keys()].join(', ');

/**
 * Reads a Content-Encoding header. zstd is rejected if Node.js does not support it: a decoder in JavaScript would
 * block the event loop.
 *
 * @throws CaptureV1Error unsupported_encoding
 */
export function readEncoding(header: string | undefined): V1Encoding {
  const name = header?.trim().toLowerCase() ?? '';
  if (name === '' || name === 'identity') return 'identity';
  if (isCodec(name)) return name;
  throw new CaptureV1Error(
    'unsupported_encoding',
    `The content encoding is not supported; use one of ${ACCEPTED_ENCODINGS}.`,
  );
}

/**
 * Decodes a body.
 *
 * @throws CaptureV1Error request_decoding_error | payload_too_large
 */
export function decodeBody(body: Buffer, encoding: V1Encoding, limits: InflateLimits): Buffer {
  const named = CODECS.get(encoding);
  if (named === undefined) return body;
  // Some clients send `deflate` streams without the zlib frame.
  const codec = encoding === 'deflate' && !isZlib(body) ? inflateRawSync : named;
  try {
    return inflateWith(codec, body, limits);
  } catch (error) {
    if (!(error instanceof InflateError)) throw error;
    throw error.reason === 'too_large'
      ? new CaptureV1Error('payload_too_large', `The ${error.message}.`)
      : new CaptureV1Error('request_decoding_error', `The body is not valid ${encoding} data.`);
  }
}

function isCodec(name: string): name is Exclude<V1Encoding, 'identity'> {
  return CODECS.has(name);
}

/**
 * Whether the bytes have a zlib header (RFC 1950): method 8, and the first two bytes as one number are divisible by
 * 31.
 */
function isZlib(bytes: Buffer): boolean {
  const [first = 0, second = 0] = bytes;
  return (first & 0x0f) === 8 && (first * 256 + second) % 31 === 0;
}
