import { matcherFor } from './catalogue';

it.each(['sounds_like', 'constructor'])('does not support the operator %s', (operator) => {
  expect(matcherFor(operator, 'a')).toBeNull();
});

/** A pattern that backtracks over each division of the digits would run for minutes, and the test would time out. */
it.each(['gt', 'between', 'is_date_after', 'semver_gt'])(
  '%s reads long digits once',
  (operator) => {
    const filter = operator === 'between' ? [1, 2] : operator === 'gt' ? 1 : '2024-01-01';
    const matcher = matcherFor(operator, filter);
    const clock = { now: new Date(0), timezone: 'UTC' };
    expect(matcher?.matches(`${'1'.repeat(400_000)}x`, clock)).not.toBe(true);
  },
);
