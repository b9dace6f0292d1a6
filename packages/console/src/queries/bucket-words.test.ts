import { bucketWords } from './bucket-words';

describe('names of buckets', () => {
  it.each([
    ['2026-11-21', '21-Nov-2026', 'day', '21 Nov', 'Sat, 21 Nov 2026'],
    ['2026-11-15', '15–21 Nov', 'week', '15 Nov', '15–21 Nov'],
    ['2026-11-01', 'Nov 2026', 'month', 'Nov 2026', 'November 2026'],
    ['2026-11-21 13:00:00', '21-Nov 13:00', 'hour', '13:00', 'Sat 21 Nov, 13:00'],
    ['2026-11-21 00:00:00', '21-Nov 00:00', 'hour', '21 Nov', 'Sat 21 Nov, 00:00'],
    ['3', '3 days', 'day', '3 days', '3 days'],
  ])('%s', (start, label, interval, tick, title) => {
    expect(bucketWords(start, label, interval, 'en-GB')).toEqual({ tick, title });
  });
});
