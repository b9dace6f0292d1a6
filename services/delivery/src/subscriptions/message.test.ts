import { cellText } from './message';

it.each([
  [null, '–'],
  ['Berlin', 'Berlin'],
  [0, '0'],
  [4_200, '4,200'],
  [12.345, '12.35'],
  [0.01, '0.01'],
  [0.0042, '0.0042'],
  [-0.00123, '-0.0012'],
])('the cell of %s is %s', (cell, text) => {
  expect(cellText(cell)).toBe(text);
});
