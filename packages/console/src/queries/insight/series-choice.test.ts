import { decodeSeriesChoice, encodeSeriesChoice, seriesNames, withSeries } from './series-choice';

it('keeps the chosen series in a URL', () => {
  const choice = new Map([
    ['100% of <b> & "more" #1 é', false],
    ['+plus', true],
    ['', true],
  ]);
  const text = encodeSeriesChoice(choice);
  expect(decodeSeriesChoice(text)).toEqual(choice);
  // A router may decode the address before it is read.
  expect(decodeSeriesChoice(decodeURIComponent(text ?? ''))).toEqual(choice);
});

it('writes nothing into the URL if all series have their default', () => {
  const hidden = withSeries(new Map(), 'bought', false, true);
  expect(hidden).toEqual(new Map([['bought', false]]));
  expect(encodeSeriesChoice(withSeries(hidden, 'bought', true, true))).toBeNull();
});

it.each([null, '', '%', '[', '{}', '[7]', '[""]', '["bought"]'])(
  'finds no choice in the fragment %s',
  (text) => {
    expect(decodeSeriesChoice(text).size).toBe(0);
  },
);

it('names series with the same label differently', () => {
  const labels = ['bought', 'viewed', 'bought', 'bought'];
  expect(seriesNames(labels.map((label) => ({ label })))).toEqual([
    'bought',
    'viewed',
    'bought #2',
    'bought #3',
  ]);
});
