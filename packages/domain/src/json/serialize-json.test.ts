import fc from 'fast-check';
import { serializeJson } from './serialize-json';

it.each([
  [{ n: 18446744073709552000 }, '{"n":1.8446744073709552e+19}'],
  [{ l: [-9.3e18, 'x', null], t: true }, '{"l":[-9.3e+18,"x",null],"t":true}'],
  [{ id: '12345678901234567890', n: 1 }, '{"id":"12345678901234567890","n":1}'],
])('%j', (value, text) => expect(serializeJson(value)).toBe(text));

it('is JSON of the same value', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(JSON.parse(serializeJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
});
