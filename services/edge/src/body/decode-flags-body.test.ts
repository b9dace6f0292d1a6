import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { decodeFlagsBody } from './decode-flags-body';
import { FlagsError } from './flags-error';

const LIMITS = { maxRatio: 100 };
const VALUE = { token: 'phc_x', distinct_id: 'Größe 🌊' };
const TEXT = JSON.stringify(VALUE);
const BASE64 = Buffer.from(TEXT).toString('base64');
const FORM = 'application/x-www-form-urlencoded';

interface Sent {
  readonly body: Buffer | string;
  readonly type?: string;
  readonly encoding?: string;
  readonly query?: string;
}

const decode = ({ body, type, encoding, query = '' }: Sent): Promise<unknown> => {
  const request = {
    body: Buffer.from(body as string),
    contentType: type,
    contentEncoding: encoding,
    query: new URLSearchParams(query),
  };
  return Promise.resolve().then(() => decodeFlagsBody(request, LIMITS));
};

const framed = (detail: string): string =>
  `Failed to decode request: ${detail}. Please check your request format and try again.`;

describe('decodeFlagsBody', () => {
  it.each<[string, Sent]>([
    ['JSON', { body: TEXT, type: 'application/json; charset=utf-8' }],
    ['JSON without a content type', { body: TEXT }],
    ['gzip by query', { body: gzipSync(TEXT), query: 'compression=gzip-js', type: 'text/plain' }],
    ['gzip by header', { body: gzipSync(TEXT), encoding: 'gzip' }],
    ['gzip by its first bytes', { body: gzipSync(TEXT), type: 'text/plain' }],
    ['bare base64', { body: BASE64, query: 'compression=base64' }],
    ['percent-encoded base64', { body: encodeURIComponent(BASE64) }],
    [
      'a form as posthog-js sends it',
      { body: `data=${encodeURIComponent(BASE64)}`, type: FORM, query: 'v=2&compression=base64' },
    ],
    ['a form without a field name', { body: encodeURIComponent(BASE64), type: FORM }],
    ['base64 with line breaks', { body: BASE64.replace(/(.{10})/g, '$1 \n') }],
    ['a form with blanks', { body: `data=${BASE64.replace(/(.{10})/g, '$1 ')}`, type: FORM }],
    ['a form without padding', { body: `data=${BASE64.replace(/=+$/, '')}`, type: FORM }],
  ])('reads %s', async (_, sent) => {
    expect(await decode(sent)).toEqual(VALUE);
  });

  it('reads spaces in base64 as plus signs', async () => {
    const value = { token: 'phc_x', distinct_id: '~~~>>>???' };
    const body = Buffer.from(JSON.stringify(value)).toString('base64');
    expect(body).toContain('+');
    expect(await decode({ body: `data=${body.replaceAll('+', ' ')}`, type: FORM })).toEqual(value);
  });

  it.each(['12345678901234567891', '123.45', '1.0', '1e3', '-7'])(
    'keeps the id %s as it was written',
    async (id) => {
      expect(await decode({ body: `{"$distinct_id": ${id} ,"n":1.0}` })).toEqual({
        $distinct_id: id,
        n: 1,
      });
    },
  );

  it('keeps all digits of 64-bit integers, as texts', async () => {
    const body = `{"groups":{"company":9007199254740993},"person_properties":{"id":-1234567890123456789,
      "max":18446744073709551615,"over":18446744073709551616,"safe":9007199254740991,"part":0.12345678901234567,
      "power":1e0000000000000017,"text":"a, 9007199254740993, \\"b\\": 9007199254740993","list":[9007199254740993]}}`;
    expect(await decode({ body })).toEqual({
      groups: { company: '9007199254740993' },
      person_properties: {
        id: '-1234567890123456789',
        max: '18446744073709551615',
        over: 18446744073709552000,
        safe: 9007199254740991,
        part: 0.12345678901234566,
        power: 1e17,
        text: 'a, 9007199254740993, "b": 9007199254740993',
        list: ['9007199254740993'],
      },
    });
    const json5 = `{a: 'x 9007199254740993 y', /* 9007199254740993 */ b: 1}`;
    expect(await decode({ body: json5 })).toEqual({ a: 'x 9007199254740993 y', b: 1 });
  });

  it('reads JSON5, with NaN and Infinity as null', async () => {
    const body = "{token: 'phc_x', /* who */ distinct_id: 'u', a: [+Infinity, -NaN, .5,],}";
    expect(await decode({ body })).toEqual({
      token: 'phc_x',
      distinct_id: 'u',
      a: [null, null, 0.5],
    });
    const deep = `['"', ${'['.repeat(200)}${']'.repeat(200)}]`;
    await expect(decode({ body: deep })).rejects.toMatchObject({ status: 400 });
  });

  it('reads NaN in texts that are too long for JSON5', async () => {
    const long = 'x'.repeat(100_000);
    expect(await decode({ body: `{"a":NaN,"b":"${long}"}` })).toEqual({ a: null, b: long });
    await expect(decode({ body: `{'a':1,"b":"${long}"}` })).rejects.toMatchObject({ status: 400 });
  });

  it('reads a form strictly', async () => {
    const body = Buffer.from('{"token":"phc_x","a":NaN}').toString('base64');
    expect(await decode({ body })).toEqual({ token: 'phc_x', a: null });
    await expect(decode({ body: `data=${body}`, type: FORM })).rejects.toMatchObject({
      status: 400,
      body: framed('invalid JSON structure'),
    });
  });

  it('reads NaN and Infinity as null, except in strings', async () => {
    expect(
      await decode({ body: '{"a":NaN,"b":[-Infinity,"NaN \\" Infinity"],"c":Infinity}' }),
    ).toEqual({
      a: null,
      b: [null, 'NaN " Infinity'],
      c: null,
    });
  });

  it('replaces invalid UTF-8, NUL and lone surrogates', async () => {
    const body = Buffer.concat([
      Buffer.from('{"a":"'),
      Buffer.from([0xff]),
      Buffer.from('\\u0000\\ud800"}'),
    ]);
    expect(await decode({ body })).toEqual({ a: '\uFFFD\uFFFD\uFFFD' });
  });

  it.each<[string, Sent, number, string]>([
    ['no JSON', { body: 'nope!' }, 400, framed('invalid JSON')],
    ['nothing', { body: '' }, 400, framed('invalid JSON')],
    ['deep nesting', { body: '['.repeat(100_000) }, 400, framed('JSON nested too deeply')],
    [
      'compression',
      { body: TEXT, query: 'compression=zip' },
      400,
      framed('Unsupported compression type'),
    ],
    ...['lz', 'b64', 'gzip '].map((name): [string, Sent, number, string] => [
      `compression ${name}`,
      { body: TEXT, query: `compression=${name}` },
      400,
      framed('Unsupported compression type'),
    ]),
    [
      'gzip in a form',
      { body: 'data=x', type: FORM, query: 'compression=gzip' },
      400,
      framed('Gzip compression not supported for form-urlencoded data'),
    ],
    [
      'a broken form',
      { body: `data=${Buffer.from('{"token":').toString('base64')}`, type: FORM },
      400,
      framed('invalid JSON structure'),
    ],
    [
      'broken JSON as a form',
      { body: '{"token": "phc_x', type: FORM },
      400,
      framed('Base64 decoding error: Invalid symbol 123, offset 0.'),
    ],
    [
      'a form with letters outside the alphabet',
      { body: 'data=YWJj%C3%A9', type: FORM },
      400,
      framed('Base64 decoding error: Invalid symbol 195, offset 4.'),
    ],
    [
      'invalid LZ-string',
      { body: '!', query: 'compression=lz64' },
      400,
      framed('LZ decompression failed: unexpected end'),
    ],
    [
      'a long LZ-string',
      { body: 'A'.repeat(64 * 1024 + 1), query: 'compression=lz64' },
      413,
      'Request body too large: an LZ body may have 65536 bytes',
    ],
    [
      'too many JSON values, before the body is parsed',
      // The body is invalid at its end, but its values are counted before it is parsed.
      { body: `{"person_properties":{"a":[${'1,'.repeat(20_001)}` },
      413,
      'Request body too large: a body may hold 20000 JSON values',
    ],
    ['type', { body: TEXT, type: 'text/html' }, 400, framed('unsupported content type: text/html')],
  ])('rejects: %s', async (_, sent, status, body) => {
    await expect(decode(sent)).rejects.toMatchObject({ status, body });
  });

  it('rejects bad gzip and bombs', async () => {
    await expect(decode({ body: TEXT, query: 'compression=gzip' })).rejects.toMatchObject({
      status: 400,
      body: expect.stringMatching(/^Failed to decode request: gzip decompression failed: /),
    });
    await expect(decode({ body: gzipSync(Buffer.alloc(2_200_000)) })).rejects.toMatchObject({
      status: 413,
      body: expect.stringContaining('2097152'),
    });
  });

  it('returns a value or an error for arbitrary bytes', async () => {
    const sent = fc.record({
      body: fc.oneof(
        fc.uint8Array({ maxLength: 100 }).map((bytes) => Buffer.from(bytes)),
        fc.string({ unit: 'binary' }),
      ),
      type: fc.constantFrom(FORM, 'text/plain', 'text/html'),
      encoding: fc.constantFrom('gzip', 'identity'),
    });
    await fc.assert(
      fc.asyncProperty(sent, async (request) => {
        await decode(request).catch((error: unknown) => {
          expect(error).toBeInstanceOf(FlagsError);
        });
      }),
      { numRuns: 500 },
    );
  });
});

/** A parser with quadratic time would need minutes for these texts, and the test would time out. */
describe('texts for which a regular expression may take quadratic time', () => {
  const LENGTH = 150_000;

  it.each<[string, string]>([
    ['escaped quotes behind a string without an end', `NaN"${'\\"'.repeat(LENGTH)}`],
    ['padding in the middle of base64', `A${'='.repeat(LENGTH)}x`],
    ['padding in front of base64', `${'='.repeat(LENGTH)}x`],
    ['digits of an id', `{"distinct_id":${'1'.repeat(LENGTH)}x}`],
    ['blanks behind a name', `{"distinct_id"${' '.repeat(LENGTH)}x}`],
    ['nothing but quotes', `{NaN${'"'.repeat(LENGTH)}`],
  ])('rejects %s in one pass', async (_, body) => {
    await expect(decode({ body })).rejects.toBeInstanceOf(FlagsError);
  });

  it('reads NaN in a long body, but not in its strings', async () => {
    const text = `NaN \\" Infinity ${'x'.repeat(LENGTH)}`;
    const body = `{"a":NaN,"b":[-Infinity,"${text}"],"c":"NaN"}`;
    expect(await decode({ body })).toEqual({
      a: null,
      b: [null, text.replace('\\"', '"')],
      c: 'NaN',
    });
  });
});
