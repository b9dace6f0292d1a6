import { withoutEnd } from './execute-sql';

it.each([
  ['select 1 ; \n;', 'select 1'],
  [';', ''],
  ['select 1', 'select 1'],
])('reads %j as %j', (statement, bare) => {
  expect(withoutEnd(statement)).toBe(bare);
});

/** A pattern that tries each position takes minutes for this text, and the test times out. */
it('reads a long run of blanks once', () => {
  const statement = `select${' ;'.repeat(150_000)}1`;
  expect(withoutEnd(statement)).toBe(statement);
});
