import { gzipSync } from 'node:zlib';
import { CaptureError } from '@tidemark/domain';
import fc from 'fast-check';
import * as lzString from 'lz-string';
import { decodeCaptureBody } from './decode-capture-body';

const LIMITS = { maxInflatedBytes: 1_000_000, maxRatio: 100 };
const JSON_TEXT = '{"event":"Größe 🌊","distinct_id":"u+1"}';
const BASE64 = Buffer.from(JSON_TEXT).toString('base64');
const FORM = 'application/x-www-form-urlencoded';

interface Sent {
  readonly body?: Buffer | string;
  readonly type?: string;
  readonly encoding?: string;
  readonly query?: string;
}

const decode = ({ body = '', type, encoding, query = '' }: Sent): Promise<string> => {
  const request = {
    body: Buffer.from(body as string),
    contentType: type,
    contentEncoding: encoding,
    query: new URLSearchParams(query),
  };
  return Promise.resolve().then(() => decodeCaptureBody(request, LIMITS).toString('utf8'));
};

const form = (data: string, rest = ''): Sent => ({
  type: FORM,
  body: `data=${encodeURIComponent(data)}${rest}`,
});

describe('decodeCaptureBody', () => {
  it.each<[string, Sent]>([
    ['plain JSON', { body: JSON_TEXT, type: 'application/json' }],
    ['JSON under any type', { body: JSON_TEXT, type: 'text/html' }],
    ['gzip by its first bytes', { body: gzipSync(JSON_TEXT), type: 'text/plain' }],
    ['gzip by header', { body: gzipSync(JSON_TEXT), encoding: 'gzip' }],
    ['gzip by query', { body: gzipSync(JSON_TEXT), query: 'compression=gzip-js' }],
    ['base64 without a hint', { body: BASE64 }],
    ['base64 of gzip', { body: gzipSync(JSON_TEXT).toString('base64') }],
    ['base64 twice', { body: Buffer.from(BASE64).toString('base64') }],
    ['a form of base64', form(BASE64, '&compression=base64')],
    ['a form of base64, + not escaped', { type: FORM, body: `data=${BASE64}` }],
    ['a form of unpadded base64', form(BASE64.replace(/=+$/, ''), '&compression=base64')],
    ['a form of JSON', form(JSON_TEXT)],
    ['a form with a charset', { ...form(BASE64), type: `${FORM}; charset=UTF-8` }],
    [
      'LZ-string by query',
      { body: lzString.compressToBase64(JSON_TEXT), query: 'compression=lz64' },
    ],
    ['LZ-string in a form', form(lzString.compressToBase64(JSON_TEXT), '&compression=lz-string')],
    ['JSON in the query', { query: `data=${encodeURIComponent(JSON_TEXT)}` }],
    ['base64 in the query', { query: `data=${BASE64}` }],
    ['the query instead of the body', { body: '{}', query: `data=${encodeURIComponent(BASE64)}` }],
    ['an unknown compression', { body: JSON_TEXT, query: 'compression=zip' }],
    [
      'a query hint over the header',
      { body: gzipSync(JSON_TEXT), query: 'compression=GZIP', encoding: 'lz64' },
    ],
  ])('reads %s', async (_, sent) => {
    expect(await decode(sent)).toBe(JSON_TEXT);
  });

  it.each<[string, Sent, number, string]>([
    ['an empty request', {}, 400, 'request missing data payload'],
    ['an empty form field', { type: FORM, body: 'data=' }, 400, 'request missing data payload'],
    [
      'a form content type for a body that is not a form',
      { type: FORM, body: JSON_TEXT },
      400,
      'failed to decode request: expected form data in POST request payload',
    ],
    [
      'a gzip hint for other data',
      { body: JSON_TEXT, query: 'compression=gzip' },
      400,
      'failed to decode request: invalid GZIP data',
    ],
    [
      'truncated gzip',
      { body: gzipSync(JSON_TEXT).subarray(0, 20) },
      400,
      'failed to decode request: invalid GZIP data',
    ],
    [
      'an LZ-string hint for other data',
      { body: '////', query: 'compression=lz64' },
      400,
      'failed to decode request: invalid LZ data',
    ],
    [
      'invalid UTF-8',
      { body: Buffer.from([0x7b, 0xff, 0x7d]) },
      400,
      'failed to decode request: invalid UTF8 in request payload',
    ],
    [
      'a small bomb',
      { body: gzipSync(Buffer.alloc(1_000_001)) },
      413,
      'maximum event size exceeded: inflated body is over 1000000 bytes',
    ],
    [
      'a large bomb',
      { body: gzipSync(Buffer.alloc(50_000_000)) },
      413,
      'maximum event size exceeded: inflated body is over 1000000 bytes',
    ],
  ])('rejects %s', async (_, sent, status, message) => {
    await expect(decode(sent)).rejects.toMatchObject({ status, message });
  });

  it('decodes any JSON object in every encoding', async () => {
    const object = fc.dictionary(fc.string(), fc.jsonValue()).map((value) => JSON.stringify(value));
    const encodings: ((text: string) => Sent)[] = [
      (text) => ({ body: text }),
      (text) => ({ body: gzipSync(text) }),
      (text) => ({ body: Buffer.from(text).toString('base64') }),
      (text) => form(Buffer.from(text).toString('base64')),
      (text) => ({ query: `data=${Buffer.from(text).toString('base64')}` }),
      (text) => ({ body: lzString.compressToBase64(text), encoding: 'lz64' }),
    ];
    await fc.assert(
      fc.asyncProperty(object, fc.constantFrom(...encodings), async (text, encode) => {
        expect(await decode(encode(text))).toBe(text);
      }),
      { numRuns: 300 },
    );
  });

  it('returns a text or an error for arbitrary bytes', async () => {
    const sent = fc.record({
      body: fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
      type: fc.constantFrom(FORM, 'text/plain'),
      encoding: fc.constantFrom('gzip', 'lz64', 'base64', 'identity'),
      query: fc.constantFrom(
        '',
        'compression=gzip',
        'compression=lz64',
        'compression=b64',
        'data=%FF',
      ),
    });
    await fc.assert(
      fc.asyncProperty(sent, async (request) => {
        try {
          expect(typeof (await decode(request))).toBe('string');
        } catch (error) {
          expect(error).toBeInstanceOf(CaptureError);
        }
      }),
      { numRuns: 500 },
    );
  });
});
