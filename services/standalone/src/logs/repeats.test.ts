import { createRepeats } from './repeats';

it('shows equal lines once a minute, with their number', () => {
  let now = 0;
  const repeats = createRepeats(() => now);
  const shown = [0, 1_000, 2_000, 59_999, 60_000, 61_000, 200_000, 300_000].map((at) => {
    now = at;
    return repeats.shown('redis: lost');
  });
  expect(shown).toEqual([
    'redis: lost',
    null,
    null,
    null,
    'redis: lost (3 times more since the last line)',
    null,
    'redis: lost (1 times more since the last line)',
    'redis: lost',
  ]);
  expect(repeats.shown('redis: back')).toBe('redis: back');
});
