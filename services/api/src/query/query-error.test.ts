import { HogQLError } from '@tidemark/hogql';
import { ApiError } from '@tidemark/platform';
import { QueryError, referencedTables } from '@tidemark/query-engine';
import { toWireError } from './query-error';

function wire(error: unknown, source = 'select 1') {
  const mapped = toWireError(error, source);
  if (!(mapped instanceof ApiError)) throw new Error('not an ApiError');
  return { status: mapped.status, body: mapped.toBody() };
}

it('shows a mistake in the statement with its place and the tables around it', () => {
  const error = new HogQLError('hogql_query_error', 'Unable to resolve field: x', {
    start: 7,
    end: 8,
  });
  const message = 'Unable to resolve field: x';
  expect(wire(error, 'select x from events join persons on 1')).toEqual({
    status: 400,
    body: {
      type: 'validation_error',
      code: 'hogql_query_error',
      detail: `${message}\nTables referenced: events, persons`,
      attr: null,
      extra: {
        hogql_metadata: {
          isValid: false,
          errors: [{ message, start: 7, end: 8 }],
          warnings: [],
          notices: [],
          table_names: ['events', 'persons'],
        },
      },
    },
  });
});

it('keeps status, type and code of a rejected query', () => {
  expect(wire(new QueryError(504, 'server_error', 'error', 'Too slow.', true))).toEqual({
    status: 504,
    body: { type: 'server_error', code: 'error', detail: 'Too slow.', attr: null },
  });
});

it('leaves other failures to be reported as ours', () => {
  const error = new Error('boom');
  expect(toWireError(error, 'select 1')).toBe(error);
});

it.each([
  ['select 1', []],
  ['select * from events', ['events']],
  ['select * from (select * from persons) p join events e on 1', ['events', 'persons']],
  [
    'with c as (select * from groups) select * from c union all select 1 from sessions',
    ['groups', 'sessions'],
  ],
  ['select (select count() from cohort_people)', ['cohort_people']],
  ['selec * from events', []],
])('finds the tables of %s', (source, tables) => {
  expect(referencedTables(source)).toEqual(tables);
});
