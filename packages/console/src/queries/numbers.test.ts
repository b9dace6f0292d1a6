import { ageWords, counted, durationWords, numberWords, shareWords, shortNumber } from './numbers';

describe('formatted numbers', () => {
  it('are grouped, rounded and shortened', () => {
    expect(numberWords(12_345.678, 'en')).toBe('12,345.68');
    expect(shortNumber(12_000, 'en')).toBe('12K');
    expect(shortNumber(9_500, 'en')).toBe('9,500');
    expect(shareWords(0.3333, 'en')).toBe('33.3%');
  });

  it('have a noun in the singular or plural', () => {
    expect([counted(1, 'person'), counted(2, 'person')]).toEqual(['1 person', '2 persons']);
    expect(counted(0, 'person', 'people')).toBe('0 people');
  });

  it.each([
    [0.34, '0.3 s'],
    [36, '36 s'],
    [60, '1 min'],
    [3_900, '1 h 5 min'],
    [86_400, '1 d'],
    [90_061, '1 d 1 h'],
    [86_410, '1 d'],
  ])('%s seconds are %s', (seconds, words) => {
    expect(durationWords(seconds)).toBe(words);
  });

  it('express an age in one unit', () => {
    const now = Date.parse('2026-11-23T10:00:00Z');
    expect(ageWords('2026-11-23T09:59:30Z', now)).toBe('just now');
    expect(ageWords('2026-11-23T07:55:00Z', now)).toBe('2 h ago');
  });
});
