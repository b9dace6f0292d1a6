import fc from 'fast-check';
import { MAX_RANGE_CHARS, nextPageSize } from './page-size';

const MEGABYTE = 1024 ** 2;

describe('nextPageSize', () => {
  it('begins small, and continues large with short entries and small with long ones', () => {
    const start = { entries: 0, records: 0, chars: 0, longest: 0 };
    expect(nextPageSize(start, 5_000)).toBe(16);
    expect(nextPageSize(start, 3)).toBe(3);
    const short = { entries: 16, records: 16, chars: 16_000, longest: 1_000 };
    expect(nextPageSize(short, 5_000)).toBe(128);
    expect(nextPageSize({ ...short, longest: MEGABYTE }, 5_000)).toBe(16);
  });

  it('requests no more entries than the range needs if entries have several records', () => {
    const packed = { entries: 10, records: 1_000, chars: 1_000, longest: 100 };
    expect(nextPageSize(packed, 1_050)).toBe(1);
    expect(nextPageSize(packed, 1_000)).toBeNull();
    expect(nextPageSize({ ...packed, chars: MAX_RANGE_CHARS }, 5_000)).toBeNull();
  });

  it('never requests more than a page or nothing', () => {
    const pages = fc
      .record({
        entries: fc.integer({ min: 1, max: 5_000 }),
        perEntry: fc.integer({ min: 1, max: 100 }),
        chars: fc.nat(MAX_RANGE_CHARS - 1),
        longest: fc.nat(MEGABYTE),
      })
      .map(({ perEntry, ...rest }) => ({ ...rest, records: rest.entries * perEntry }));
    fc.assert(
      fc.property(pages, fc.integer({ min: 1, max: 20_000 }), (state, count) => {
        const size = nextPageSize(state, count);
        if (state.records >= count) expect(size).toBeNull();
        else expect(size).toBeGreaterThan(0);
        expect(size ?? 0).toBeLessThanOrEqual(128);
      }),
    );
  });
});
