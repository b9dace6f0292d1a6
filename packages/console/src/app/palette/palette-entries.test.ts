import { matchingEntries } from './palette-entries';

const ENTRIES = [
  { label: 'Checkout funnel', group: 'Insight' },
  { label: 'New checkout', group: 'Flag' },
  { label: 'Activity', group: 'Screen' },
];

describe('entries of the palette', () => {
  it('are all shown if the text is empty', () => {
    expect(matchingEntries(ENTRIES, ' ')).toEqual(ENTRIES);
  });

  it('must contain every word in label or group, in any order', () => {
    expect(matchingEntries(ENTRIES, 'flag CHECK')).toEqual([ENTRIES[1]]);
  });

  it('are sorted: labels that begin with the text come first', () => {
    const labels = matchingEntries([...ENTRIES].reverse(), 'check').map(({ label }) => label);
    expect(labels).toEqual(['Checkout funnel', 'New checkout']);
  });

  it('are found by their hidden words, and by a whole question', () => {
    const question = {
      label: 'Which campaign brings people who come back?',
      group: 'Question',
      words: 'users retention',
    };
    const entries = [...ENTRIES, question];
    for (const text of ['retention', 'which campaign brings users who come back?']) {
      expect(matchingEntries(entries, text)).toEqual([question]);
    }
  });

  it('are an empty list for an unknown word', () => {
    expect(matchingEntries(ENTRIES, 'zebra')).toEqual([]);
  });
});
