import { isUtf8 } from 'node:buffer';
import { CaptureError, oversized, undecodable } from '@tidemark/domain';
import { decodeBase64, decodeLooseBase64, looksLikeBase64 } from './base64';
import { compressionOf } from './compression';
import type { Compression } from './compression';
import { looksLikeForm, readForm } from './form';
import { mediaType } from './media-type';
import { inflatedBound, inflateGzip, InflateError, isGzip } from './inflate';
import type { InflateLimits } from './inflate';
import { decompressLz } from './lz-text';

export interface CaptureBody {
  readonly body: Buffer;
  readonly contentType: string | undefined;
  readonly contentEncoding: string | undefined;
  /** The request's query parameters. */
  readonly query: URLSearchParams;
}

/** The limit for LZ-string, which only very old SDKs send; decoding it bit by bit blocks the process. */
const MAX_LZ_BYTES = 2 * 1024 * 1024;

/**
 * Returns the JSON text, in valid UTF-8, of a capture request (`docs/wire/capture.md#decoding`). `data` of the query
 * replaces the body. Base64, forms, gzip and LZ-string are recognised by a hint or by their first bytes.
 *
 * @throws CaptureError 400 | 413
 */
export function decodeCaptureBody(request: CaptureBody, limits: InflateLimits): Buffer {
  const source = payloadSource(request);
  if (source.bytes.length === 0) throw new CaptureError(400, 'request missing data payload');
  const hint =
    compressionOf(request.query.get('compression')) ??
    compressionOf(source.compression) ??
    compressionOf(request.contentEncoding);
  try {
    const bytes = expand(source.bytes, hint, limits);
    // Some SDKs encode the payload in base64 twice. No JSON text starts with such a character.
    return mayStartBase64(bytes[0]) ? unwrap(bytes) : bytes;
  } catch (error) {
    if (!(error instanceof InflateError)) throw error;
    if (error.reason === 'too_large') throw oversized(error.message);
    throw undecodable(`invalid ${hint === 'lz64' ? 'LZ' : 'GZIP'} data`);
  }
}

interface Source {
  readonly bytes: Buffer;
  readonly compression?: string | undefined;
}

function payloadSource({ body, contentType, query }: CaptureBody): Source {
  const inQuery = query.get('data');
  if (inQuery !== null && inQuery !== '') return { bytes: Buffer.from(inQuery, 'utf8') };
  const isForm = mediaType(contentType) === 'application/x-www-form-urlencoded';
  if (!isForm || body.length === 0) return { bytes: body };
  const text = body.toString('utf8');
  if (!looksLikeForm(text)) throw undecodable('expected form data in POST request payload');
  const form = readForm(text);
  return { bytes: Buffer.from(form.data ?? '', 'utf8'), compression: form.compression };
}

function expand(source: Buffer, hint: Compression | undefined, limits: InflateLimits): Buffer {
  if (hint === 'lz64') {
    if (source.length > MAX_LZ_BYTES) {
      throw new InflateError('too_large', `an LZ body may have ${MAX_LZ_BYTES} bytes`);
    }
    const bound = inflatedBound(source.length, limits);
    return Buffer.from(decompressLz(source.toString('latin1'), bound), 'utf8');
  }
  const bytes = sniffBase64(source);
  if (hint === 'gzip' || isGzip(bytes)) {
    return utf8(inflateGzip(bytes, limits));
  }
  return utf8(bytes);
}

/** Decodes padded base64, in which a URL may have replaced `+` with a space. Returns other bytes unchanged. */
function sniffBase64(bytes: Buffer): Buffer {
  if (looksLikeBase64(bytes)) return decodeBase64(bytes) ?? bytes;
  if (!bytes.includes(' ') || !looksLikeBase64(bytes.subarray(0, 4))) return bytes;
  return (
    decodeBase64(Buffer.from(bytes.toString('latin1').replaceAll(' ', '+'), 'latin1')) ?? bytes
  );
}

function mayStartBase64(first: number | undefined): boolean {
  return first !== undefined && /[A-Za-z0-9+/_-]/.test(String.fromCharCode(first));
}

/** Decodes one layer of base64; returns the bytes unchanged if there is none. */
function unwrap(bytes: Buffer): Buffer {
  const decoded = decodeLooseBase64(bytes.toString('utf8'));
  return decoded === undefined || !isUtf8(decoded) ? bytes : decoded;
}

function utf8(bytes: Buffer): Buffer {
  if (!isUtf8(bytes)) throw undecodable('invalid UTF8 in request payload');
  return bytes;
}
