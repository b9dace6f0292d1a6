import { promisify } from 'node:util';
import {
  brotliDecompress,
  brotliDecompressSync,
  gunzip,
  gunzipSync,
  inflate,
  inflateRaw,
  inflateRawSync,
  inflateSync,
} from 'node:zlib';
import { CaptureV1Refusal } from '@tidemark/domain';
import { InflateError, inflateWith } from '../body/inflate';
import type { InflateCodec } from '../body/inflate';
import type { Slots } from '../body/slots';

const CODECS = {
  gzip: { inSync: gunzipSync, inPool: promisify(gunzip) },
  deflate: { inSync: inflateSync, inPool: promisify(inflate) },
  br: { inSync: brotliDecompressSync, inPool: promisify(brotliDecompress) },
} satisfies Readonly<Record<string, InflateCodec>>;

/** What some clients send as `deflate`: the stream without its zlib frame. */
const RAW_DEFLATE: InflateCodec = { inSync: inflateRawSync, inPool: promisify(inflateRaw) };

export type V1Encoding = keyof typeof CODECS | 'identity';

/** The encodings a body may have, for Accept-Encoding. */
export const ACCEPTED_ENCODINGS = Object.keys(CODECS).join(', ');

const MAX_INFLATED_BYTES = 50 * 1024 * 1024;

/**
 * Reads a Content-Encoding header. zstd is not among the encodings: node 20 has none, and a decoder in
 * JavaScript would hold up every other request.
 *
 * @throws CaptureV1Refusal unsupported_encoding
 */
export function readEncoding(header: string | undefined): V1Encoding {
  const name = header?.trim().toLowerCase() ?? '';
  if (name === '' || name === 'identity') return 'identity';
  if (isCodec(name)) return name;
  throw new CaptureV1Refusal(
    'unsupported_encoding',
    `The content encoding is not supported; use one of ${ACCEPTED_ENCODINGS}.`,
  );
}

/**
 * Undoes the encoding of a body.
 *
 * @throws CaptureV1Refusal request_decoding_error | payload_too_large
 */
export async function decodeBody(
  body: Buffer,
  encoding: V1Encoding,
  slots: Slots,
): Promise<Buffer> {
  if (encoding === 'identity') return body;
  const codec = encoding === 'deflate' && !isZlib(body) ? RAW_DEFLATE : CODECS[encoding];
  try {
    return await inflateWith(codec, body, MAX_INFLATED_BYTES, slots);
  } catch (error) {
    if (!(error instanceof InflateError)) throw error;
    throw error.reason === 'too_large'
      ? new CaptureV1Refusal('payload_too_large', `The ${error.message}.`)
      : new CaptureV1Refusal('request_decoding_error', `The body is no valid ${encoding} data.`);
  }
}

function isCodec(name: string): name is keyof typeof CODECS {
  return Object.hasOwn(CODECS, name);
}

/** RFC 1950: method 8, and the first two bytes as one number divide by 31. */
function isZlib(bytes: Buffer): boolean {
  const [first = 0, second = 0] = bytes;
  return (first & 0x0f) === 8 && (first * 256 + second) % 31 === 0;
}
