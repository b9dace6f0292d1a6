import { gzipSync } from 'node:zlib';
import * as lzString from 'lz-string';
import type { Encoding, WireRequest } from './case';
import { TOKEN } from './case';

const ENCODINGS: Readonly<Record<Encoding, (bytes: Buffer) => Buffer>> = {
  gzip: (bytes) => gzipSync(bytes),
  base64: (bytes) => Buffer.from(bytes.toString('base64')),
  lz64: (bytes) => Buffer.from(lzString.compressToBase64(bytes.toString('utf8'))),
  // Replaces the only at sign with a byte that is invalid in UTF-8.
  'invalid-utf8': (bytes) => Buffer.from(bytes.map((byte) => (byte === 0x40 ? 0xff : byte))),
  form: (bytes) => Buffer.from(`data=${encodeURIComponent(bytes.toString('utf8'))}`),
};

/** The bytes of a body, after the token is inserted and the encodings are applied. */
export function encodeBody({ body, encode = [] }: WireRequest, token: string): Buffer {
  return encode.reduce((bytes, name) => ENCODINGS[name](bytes), plainBody(body, token));
}

function plainBody(body: WireRequest['body'], token: string): Buffer {
  if (body === undefined) return Buffer.alloc(0);
  if (Buffer.isBuffer(body)) return body;
  const given = typeof body === 'function' ? (body as (now: number) => object)(Date.now()) : body;
  const text = typeof given === 'string' ? given : JSON.stringify(given);
  return Buffer.from(text.replaceAll(TOKEN, token));
}
