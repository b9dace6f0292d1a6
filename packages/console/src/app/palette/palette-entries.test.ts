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

  it('are found by other words, and by a whole question', () => {
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

  it('are none for an unknown word', () => {
    expect(matchingEntries(ENTRIES, 'zebra')).toEqual([]);
  });
});
