import { keptSince } from './kept-since';

describe('keptSince', () => {
  const now = new Date('2026-03-01T13:45:00.000Z');

  it.each([
    [1, '2026-02-28T00:00:00.000Z'],
    [30, '2026-01-30T00:00:00.000Z'],
    [365, '2025-03-01T00:00:00.000Z'],
  ])('keeps today and %s full days before it', (days, since) => {
    expect(keptSince(days, now)?.toISOString()).toBe(since);
  });

  it('keeps everything by default', () => {
    expect(keptSince(null, now)).toBeNull();
  });

  it('moves once a day', () => {
    const at = (time: string) => keptSince(7, new Date(`2026-03-02T${time}Z`))?.toISOString();
    expect(at('00:00:00.000')).toBe('2026-02-23T00:00:00.000Z');
    expect(at('23:59:59.999')).toBe('2026-02-23T00:00:00.000Z');
  });
});
