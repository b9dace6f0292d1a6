import { matchingEntries } from './palette-entries';

const ENTRIES = [
  { label: 'Checkout funnel', group: 'Insight' },
  { label: 'New checkout', group: 'Flag' },
  { label: 'Activity', group: 'Screen' },
];

describe('entries of the palette', () => {
  it('are all shown for an empty text', () => {
    expect(matchingEntries(ENTRIES, ' ')).toEqual(ENTRIES);
  });

  it('match every word in label or group, in any order', () => {
    expect(matchingEntries(ENTRIES, 'flag CHECK')).toEqual([ENTRIES[1]]);
  });

  it('begin with those whose label begins with the text', () => {
    const labels = matchingEntries([...ENTRIES].reverse(), 'check').map(({ label }) => label);
    expect(labels).toEqual(['Checkout funnel', 'New checkout']);
  });

  it('are none for an unknown word', () => {
    expect(matchingEntries(ENTRIES, 'zebra')).toEqual([]);
  });
});
