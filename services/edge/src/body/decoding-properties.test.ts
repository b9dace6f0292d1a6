import { deflateSync, gzipSync } from 'node:zlib';
import { CaptureError } from '@tidemark/domain';
import fc from 'fast-check';
import * as lzString from 'lz-string';
import { decodeCaptureBody } from './decode-capture-body';
import { decodeFlagsBody } from './decode-flags-body';
import { FlagsError } from './flags-error';

const MAX_INFLATED_BYTES = 200_000;
const FORM = 'application/x-www-form-urlencoded';
const RUNS = 60;

/** A request before it is decoded. */
interface Sent {
  readonly body: Buffer;
  readonly contentType: string | undefined;
  readonly contentEncoding: string | undefined;
  readonly query: URLSearchParams;
}

const sent = (given: {
  readonly body?: string | Uint8Array;
  readonly type?: string | undefined;
  readonly encoding?: string | undefined;
  readonly query?: Record<string, string>;
}): Sent => ({
  body: Buffer.from(given.body ?? ''),
  contentType: given.type,
  contentEncoding: given.encoding,
  query: new URLSearchParams(given.query ?? {}),
});

const base64 = (bytes: string | Buffer): string => Buffer.from(bytes).toString('base64');
const form = (data: string, more: Record<string, string> = {}): string =>
  new URLSearchParams({ data, ...more }).toString();

type Encoding = readonly [name: string, encode: (text: string) => Sent];

/** All encodings that SDKs are known to use for their JSON (`docs/wire/capture.md#decode-sdk-encodings`). */
const CAPTURE_ENCODINGS: readonly Encoding[] = [
  ['plain', (text) => sent({ body: text, type: 'application/json' })],
  ['gzip by its first bytes', (text) => sent({ body: gzipSync(text), type: 'text/plain' })],
  ['gzip by header', (text) => sent({ body: gzipSync(text), encoding: 'gzip' })],
  ['gzip by hint', (text) => sent({ body: gzipSync(text), query: { compression: 'gzip-js' } })],
  ['base64', (text) => sent({ body: base64(text) })],
  ['base64 by hint', (text) => sent({ body: base64(text), query: { compression: 'base64' } })],
  ['base64 of gzip', (text) => sent({ body: base64(gzipSync(text)) })],
  ['base64 twice', (text) => sent({ body: base64(base64(text)) })],
  ['a form of JSON', (text) => sent({ body: form(text), type: FORM })],
  ['a form of base64', (text) => sent({ body: form(base64(text)), type: FORM })],
  [
    'a form of base64 with its hint',
    (text) => sent({ body: form(base64(text), { compression: 'base64' }), type: FORM }),
  ],
  [
    'a form of LZ-string',
    (text) =>
      sent({
        body: form(lzString.compressToBase64(text), { compression: 'lz64' }),
        type: FORM,
      }),
  ],
  [
    'LZ-string by hint',
    (text) => sent({ body: lzString.compressToBase64(text), query: { compression: 'lz-string' } }),
  ],
  ['JSON in the query', (text) => sent({ query: { data: text } })],
  ['base64 in the query', (text) => sent({ query: { data: base64(text) } })],
  [
    'LZ-string in the query',
    (text) => sent({ query: { data: lzString.compressToBase64(text), compression: 'lz64' } }),
  ],
];

const FLAGS_ENCODINGS: readonly Encoding[] = [
  ['plain', (text) => sent({ body: text, type: 'application/json' })],
  ['gzip by its first bytes', (text) => sent({ body: gzipSync(text), type: 'text/plain' })],
  ['gzip by header', (text) => sent({ body: gzipSync(text), encoding: 'gzip' })],
  ['gzip by hint', (text) => sent({ body: gzipSync(text), query: { compression: 'gzip' } })],
  ['base64', (text) => sent({ body: base64(text) })],
  ['base64 by hint', (text) => sent({ body: base64(text), query: { compression: 'base64' } })],
  ['a form of base64', (text) => sent({ body: form(base64(text)), type: FORM })],
  [
    'LZ-string by hint',
    (text) => sent({ body: lzString.compressToBase64(text), query: { compression: 'lz64' } }),
  ],
  [
    'LZ-string by header',
    (text) => sent({ body: lzString.compressToBase64(text), encoding: 'lz64' }),
  ],
  [
    'a form of LZ-string',
    (text) =>
      sent({ body: form(lzString.compressToBase64(text), { compression: 'lz64' }), type: FORM }),
  ],
  [
    'a form of LZ-string by hint of the query',
    (text) =>
      sent({
        body: form(lzString.compressToBase64(text)),
        type: FORM,
        query: { compression: 'lz64' },
      }),
  ],
];

/** The possible statuses of the response to an unreadable body. */
const ERROR_STATUSES = [400, 413];

const LIMITS = { maxInflatedBytes: MAX_INFLATED_BYTES, maxRatio: 100 };

const jsonObject = fc
  .dictionary(fc.string({ unit: 'grapheme' }), fc.jsonValue({ maxDepth: 6 }))
  .map((value) => JSON.stringify(value));
const jsonText = fc.oneof(
  jsonObject,
  fc.array(jsonObject, { maxLength: 5 }).map((texts) => `[${texts.join(',')}]`),
);

describe('decodes every encoding of an SDK to the JSON that was encoded', () => {
  it.each(CAPTURE_ENCODINGS)('capture: %s', (_, encode) => {
    fc.assert(
      fc.property(jsonText, (text) => {
        const decoded = decodeCaptureBody(encode(text), LIMITS);
        expect(decoded.toString('utf8')).toBe(text);
      }),
      { numRuns: RUNS },
    );
  });

  it.each(FLAGS_ENCODINGS)('flags: %s', (_, encode) => {
    fc.assert(
      fc.property(
        // NUL and lone surrogates are replaced in flag requests.
        jsonText.filter((text) => !/\\u0000|\\ud[89a-f]/i.test(text)),
        (text) => {
          const decoded = decodeFlagsBody(encode(text), LIMITS);
          expect(decoded).toEqual(JSON.parse(text));
        },
      ),
      { numRuns: RUNS },
    );
  });
});

/** Arbitrary bytes: noise, and valid bodies that were cut, changed in places or encoded once more. */
const garbled = (encodings: readonly Encoding[]) => {
  const hints = fc.record({
    type: fc.option(fc.constantFrom(FORM, 'text/plain', 'application/json', 'x'), {
      nil: undefined,
    }),
    encoding: fc.option(fc.constantFrom('gzip', 'lz64', 'base64', 'deflate', 'br', ''), {
      nil: undefined,
    }),
    query: fc.dictionary(
      fc.constantFrom('compression', 'data', '_', 'ip'),
      fc.oneof(
        fc.constantFrom('gzip', 'gzip-js', 'lz64', 'base64', 'zip', '', '%', '='),
        fc.string({ maxLength: 20 }),
      ),
    ),
  });
  const noise = fc
    .tuple(fc.uint8Array({ maxLength: 300 }), hints)
    .map(([bytes, hint]) => sent({ body: bytes, ...hint }));
  const damage = fc.tuple(
    jsonText,
    fc.constantFrom(...encodings),
    fc.nat(),
    fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 4 }),
    hints,
    fc.boolean(),
  );
  const damaged = damage.map(([text, [, encode], cut, changes, hint, keepsHints]) => {
    const good = encode(text);
    const body = Buffer.from(good.body.subarray(0, cut % (good.body.length + 1)));
    for (const [at, byte] of changes) if (body.length > 0) body[at % body.length] = byte;
    return keepsHints ? { ...good, body } : { ...sent({ body, ...hint }) };
  });
  const wrapped = fc
    .tuple(jsonText, fc.constantFrom(...encodings), hints)
    .map(([text, [, encode], hint]) => sent({ body: deflateSync(encode(text).body), ...hint }));
  return fc.oneof(noise, damaged, wrapped);
};

describe('arbitrary bytes', () => {
  it('in a capture request are decoded to a text or rejected with a status', () => {
    fc.assert(
      fc.property(garbled(CAPTURE_ENCODINGS), (request) => {
        try {
          expect(Buffer.isBuffer(decodeCaptureBody(request, LIMITS))).toBe(true);
        } catch (error) {
          expect(error).toBeInstanceOf(CaptureError);
          expect(ERROR_STATUSES).toContain((error as CaptureError).status);
        }
      }),
      { numRuns: 600 },
    );
  });

  it('in a flag request are decoded to a value or rejected with a status', () => {
    fc.assert(
      fc.property(garbled(FLAGS_ENCODINGS), (request) => {
        try {
          decodeFlagsBody(request, LIMITS);
        } catch (error) {
          expect(error).toBeInstanceOf(FlagsError);
          expect(ERROR_STATUSES).toContain((error as FlagsError).status);
        }
      }),
      { numRuns: 600 },
    );
  });
});

describe('a small body that inflates to a large one', () => {
  const compressions: readonly [...Encoding, largest: number][] = [
    ['gzip', (text) => sent({ body: gzipSync(text) }), 40 * MAX_INFLATED_BYTES],
    ['base64 of gzip', (text) => sent({ body: base64(gzipSync(text)) }), 40 * MAX_INFLATED_BYTES],
    [
      'LZ-string',
      (text) => sent({ body: lzString.compressToBase64(text), query: { compression: 'lz64' } }),
      // The library takes quadratic time to compress such a body.
      1.2 * MAX_INFLATED_BYTES,
    ],
  ];

  it.each(compressions)(
    'by %s is read up to the limit and rejected beyond',
    (_, encode, largest) => {
      fc.assert(
        fc.property(fc.integer({ min: 0, max: largest }), (length) => {
          const text = `"${' '.repeat(length)}"`;
          const decode = (): Buffer => decodeCaptureBody(encode(text), LIMITS);
          if (text.length <= MAX_INFLATED_BYTES) expect(decode()).toHaveLength(text.length);
          else expect(decode).toThrow(expect.objectContaining({ status: 413 }));
        }),
        { numRuns: 6, examples: [[MAX_INFLATED_BYTES - 2], [MAX_INFLATED_BYTES - 1]] },
      );
    },
  );
});
