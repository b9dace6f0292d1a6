import fc from 'fast-check';
import { createSealedBox } from './sealed-box';

const box = createSealedBox('a key of the tests that is long enough');

it('opens a sealed text only with the same context', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (plain, context) => {
      const sealed = box.seal(plain, context);
      expect(box.open(sealed, context)).toBe(plain);
      expect(() => box.open(sealed, `${context}x`)).toThrow();
    }),
  );
});

it('does not contain the secret, and never gives the same text twice', () => {
  const sealed = box.seal('secret', 'c');
  expect(sealed).not.toContain('secret');
  expect(box.seal('secret', 'c')).not.toBe(sealed);
});

it.each([
  ['another key', () => createSealedBox('another key').open(box.seal('s', 'c'), 'c')],
  ['a changed text', () => box.open(`${box.seal('s', 'c').slice(0, -2)}AA`, 'c')],
  ['an unknown version', () => box.open(box.seal('s', 'c').replace('v1', 'v2'), 'c')],
  ['a text that is not sealed', () => box.open('v1.abc', 'c')],
])('rejects %s', (_, open) => expect(open).toThrow());
