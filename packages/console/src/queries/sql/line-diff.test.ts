import { lineDiff } from './line-diff';

describe('the difference by lines', () => {
  it('keeps common lines and shows removed ones before added ones', () => {
    const marks = { same: ' ', added: '+', removed: '-' } as const;
    const shown = lineDiff('select a\nfrom events\nlimit 1', 'select b\nfrom events').map(
      ({ change, text }) => marks[change] + text,
    );
    expect(shown).toEqual(['-select a', '+select b', ' from events', '-limit 1']);
  });
});
