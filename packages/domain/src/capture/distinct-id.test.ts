import { send, take } from './test-support/take';

const ONE = { api_key: 'phc_x', event: 'a', distinct_id: 'u1' };

describe('a distinct id', () => {
  it.each([
    [23, '23'],
    [23.4, '23.4'],
    [[1], '[1]'],
    [{ a: 1 }, '{"a":1}'],
    [
      { b: [{ d: null, c: '"' }], a: 1, 10: 0, 9: 0 },
      '{"10":0,"9":0,"a":1,"b":[{"c":"\\"","d":null}]}',
    ],
    [true, 'true'],
    [' u ', ' u '],
    ['a\0b', 'a\uFFFDb'],
    ['é'.repeat(250), 'é'.repeat(200)],
    ['🌊'.repeat(250), '🌊'.repeat(200)],
  ])('%j becomes %s', (sent, expected) => {
    expect(send({ ...ONE, distinct_id: sent }).entries[0]!.distinct_id).toBe(expected);
  });

  it.each(['12345678901234567891', '-12345678901234567', '23.0', '-1.0'])(
    '%s, a number, is kept as it was written',
    (id) => {
      const event = `{"event":"a","distinct_id": ${id} ,"properties":{"x":1.0}}`;
      const single = `{"api_key":"phc_x",${event.slice(1)}`;
      for (const text of [single, `[${single}]`, `{"api_key":"phc_x","batch":[${event}]}`]) {
        expect(take(text).entries[0]).toMatchObject({ distinct_id: id, properties: { x: 1 } });
      }
    },
  );

  it('is that of the properties if it is null', () => {
    const { entries } = send({ ...ONE, distinct_id: null, properties: { distinct_id: 'p' } });
    expect(entries[0]!.distinct_id).toBe('p');
  });
});
