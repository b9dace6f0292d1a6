import { createServerLines } from './server-lines';

const inside = '/proc/self/fd/3';
const reasonOf = (...lines: string[]): string => {
  const kept = createServerLines({ inside, folder: '/srv/data/postgres' });
  for (const line of lines) kept.add(line);
  return kept.reason();
};

it('shows the real path of the data', () => {
  const lines = createServerLines({ inside, folder: '/srv/data/postgres' });
  expect(lines.add(`could not open "${inside}/data/PG_VERSION"`)).toBe(
    'could not open "/srv/data/postgres/data/PG_VERSION"',
  );
});

it('returns the line with the cause, not the last line', () => {
  expect(
    reasonOf(
      '2026-11-22 19:00:00.123 UTC [42] LOG:  starting PostgreSQL 15.18',
      `2026-11-22 19:00:00.124 UTC [42] FATAL:  could not write to file "${inside}/data/x": No space left on device`,
      '2026-11-22 19:00:00.125 UTC [41] LOG:  startup process (PID 42) exited with exit code 1',
      '2026-11-22 19:00:00.126 UTC [41] LOG:  database system is shut down',
    ),
  ).toBe('FATAL:  could not write to file "/srv/data/postgres/data/x": No space left on device');
});

it('returns the last line if no line has a cause', () => {
  expect(reasonOf('first', 'last')).toBe('last');
  expect(reasonOf()).toBe('it printed nothing');
});
