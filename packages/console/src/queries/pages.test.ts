import { offsetBefore, pageWords } from './pages';

it.each([
  [0, 50, 732, '1 to 50 of 732'],
  [700, 32, 732, '701 to 732 of 732'],
  [50, 1, 51, '51 of 51'],
  [5_000, 0, 732, 'There are only 732: this page is empty.'],
])('a page from %i with %i of %i rows', (offset, shown, count, words) => {
  expect(pageWords({ offset, shown, count })).toBe(words);
});

it.each([
  [50, 0],
  [100, 50],
  // A hand-written offset between two pages.
  [20, 0],
  // Behind the last page, which begins at 700.
  [750, 700],
  [5_000, 700],
])('before the page from %i is that from %i', (offset, before) => {
  expect(offsetBefore({ offset, size: 50, count: 732 })).toBe(before);
});

it('before a page behind the only one is the first one', () => {
  expect(offsetBefore({ offset: 100, size: 50, count: 50 })).toBe(0);
});
