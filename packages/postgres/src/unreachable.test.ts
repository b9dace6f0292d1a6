import { isPostgresUnavailable } from './unreachable';

const coded = (code: string): Error => Object.assign(new Error('x'), { code });

it.each([
  coded('57P01'),
  coded('57P03'),
  coded('08006'),
  coded('53300'),
  coded('ECONNREFUSED'),
  new Error('Connection terminated unexpectedly'),
  new Error('timeout exceeded when trying to connect'),
  new AggregateError([coded('ECONNREFUSED'), coded('ECONNREFUSED')]),
])('%s: the server is unavailable', (error) => {
  expect(isPostgresUnavailable(error)).toBe(true);
});

it.each([coded('23505'), coded('57014'), new Error('no such column'), 'text', null])(
  '%s: the server is available',
  (error) => {
    expect(isPostgresUnavailable(error)).toBe(false);
  },
);
