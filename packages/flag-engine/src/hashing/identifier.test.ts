import fc from 'fast-check';
import { cutIdentifier } from './identifier';

describe('cutIdentifier', () => {
  it.each([
    ['', ''],
    ['a'.repeat(200), 'a'.repeat(200)],
    ['a'.repeat(205), 'a'.repeat(200)],
    ['é'.repeat(200), 'é'.repeat(200)],
    [`${'a'.repeat(199)}😀bbbb`, `${'a'.repeat(199)}😀`],
    ['😀'.repeat(150), '😀'.repeat(150)],
    ['😀'.repeat(201), '😀'.repeat(200)],
  ])('counts scalar values, not units or bytes (case %#)', (identifier, expected) => {
    expect(cutIdentifier(identifier)).toBe(expected);
  });

  it('keeps the first 200 code points of any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (identifier) => {
        expect(cutIdentifier(identifier)).toBe(Array.from(identifier).slice(0, 200).join(''));
      }),
    );
  });
});
