import fc from 'fast-check';
import { parsePieces } from './json-pieces';

const textsOf = (json: string): string[] | undefined =>
  parsePieces(Buffer.from(json))?.texts.map((text) => Buffer.from(text).toString());

it.each<[string, string, string[]]>([
  [
    'a batch',
    '{"api_key":"k","batch":[{"event":"a"},{"event":"b"}]}',
    ['{"event":"a"}', '{"event":"b"}'],
  ],
  ['one event', '{"batch":[{"event":"a"}],"sent_at":"x"}', ['{"event":"a"}']],
  ['an array', '[{"uuid":1},{"uuid":2}]', ['{"uuid":1}', '{"uuid":2}']],
  [
    'white space as Python writes it',
    '{"batch": [{"e": 1}, {"e": 2}], "k": 1}',
    ['{"e": 1}', '{"e": 2}'],
  ],
  [
    'objects in objects, brackets in texts',
    '{"batch":[{"e":"},{","p":[{"x":"]}"},{"x":1}]},{"e":"ü🌊"}]}',
    ['{"e":"},{","p":[{"x":"]}"},{"x":1}]}', '{"e":"ü🌊"}'],
  ],
])('splits %s', (_, json, texts) => {
  expect(textsOf(json)).toEqual(texts);
  expect(parsePieces(Buffer.from(json))?.value).toEqual(JSON.parse(json));
});

it.each([
  ['events that begin differently', '[{"a":1},{"b":1}]'],
  ['inner objects that begin like events', '{"batch":[{"e":[{"e":1},{"e":2}]}]}'],
  ['a batch inside another object', '{"x":{"batch":[{"e":1}]},"batch":[{"f":1}]}'],
  ['a batch in a text', '{"x":"\\"batch\\":[{\\"e\\":1}]"}'],
  ['a batch that a later one replaces', '{"batch":[{"e":1}],"batch":[{"e":2}]}'],
  ['two batches in one array', '{"batch":[{"e":1}],"x":[{"e":2}]}'],
  ['no JSON', '{"batch":[{"e":1},{"e":}]}'],
  ['a missing end', '{"batch":[{"e":1},{"e":2}'],
  ['no batch', '{"event":"a"}'],
  ['nothing', ''],
])('does not split %s', (_, json) => expect(textsOf(json)).toBeUndefined());

const key = fc.constantFrom('event', 'batch', 'a b', '},{"event":', '[{"', 'ü', '"batch":[{"');
const { value: json } = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom(0, -1.5e3, true, null, '},{"event":1', '}]', '"batch":[{"event', '\\"', '🌊'),
    fc.string(),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(key, tie('value'), { maxKeys: 4 }),
  ),
}));
const event = fc.tuple(fc.dictionary(key, json), json).map(([rest, first]) => ({
  event: first,
  ...rest,
}));
const body = fc.oneof(
  fc.array(event),
  fc.record({ before: json, batch: fc.oneof(fc.array(event), fc.array(json)), after: json }),
  fc.record({ inner: fc.record({ batch: fc.array(event) }), batch: fc.array(event) }),
  json,
);
const written = fc
  .tuple(body, fc.constantFrom(undefined, 1))
  .map(([value, indent]) => JSON.stringify(value, null, indent));
const spaced = body.map((value) =>
  JSON.stringify(value, null, 1)
    .replace(/(?<=[{[])\n *|\n *(?=[}\]])/g, '')
    .replace(/\n */g, ' '),
);

it('finds the same as a parser of the whole text, or nothing', () => {
  let found = 0;
  fc.assert(
    fc.property(fc.oneof(written, spaced), (text) => {
      const pieces = parsePieces(Buffer.from(text));
      if (pieces === undefined) return;
      found += 1;
      const whole = JSON.parse(text) as unknown;
      expect(pieces.value).toEqual(whole);
      const events = Array.isArray(whole) ? whole : (whole as { batch: unknown[] }).batch;
      expect(
        pieces.texts.map((piece) => JSON.parse(Buffer.from(piece).toString()) as unknown),
      ).toEqual(events);
    }),
    { numRuns: 2_000 },
  );
  expect(found).toBeGreaterThan(200);
});

it('does not accept invalid JSON', () => {
  const cutAndPaste = fc.tuple(
    written,
    fc.nat(),
    fc.nat(),
    fc.constantFrom('', '}', ']', '"', ',', '},{'),
  );
  fc.assert(
    fc.property(cutAndPaste, ([text, at, length, put]) => {
      const from = at % (text.length + 1);
      const broken = Buffer.from(text.slice(0, from) + put + text.slice(from + (length % 5)));
      const pieces = parsePieces(broken);
      // Parses the text decoded from the bytes, because a cut between two surrogates has become a replacement
      // character there.
      if (pieces !== undefined) expect(JSON.parse(broken.toString())).toEqual(pieces.value);
    }),
    { numRuns: 2_000 },
  );
});
