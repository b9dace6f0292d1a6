import { typedNumber } from './number-entry';

const share = { min: 0, max: 100 };

test('a number within the bounds is accepted', () => {
  expect(['0', '25', '12.5', '100'].map((text) => typedNumber(text, share))).toEqual([
    0, 25, 12.5, 100,
  ]);
});

test('a text that is empty, incomplete or out of bounds is not a number', () => {
  const texts = ['', ' ', '-', '-1', '125', 'x', '1e999'];
  expect(texts.map((text) => typedNumber(text, share))).toEqual(texts.map(() => null));
});

test('whole numbers, without an upper bound', () => {
  const bounds = { min: 1, isWhole: true };
  expect(['0', '1.5', '7'].map((text) => typedNumber(text, bounds))).toEqual([null, null, 7]);
});
