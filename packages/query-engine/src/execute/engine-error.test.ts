import {
  ClickHouseAbortedError,
  ClickHouseQueryError,
  ClickHouseUnavailableError,
} from '@tidemark/clickhouse';
import { QueryError } from '../query-error';
import { toQueryError } from './engine-error';

const SECRET = "Cannot parse string 'SECRET-of-another-tenant'";

function engineError(code: number): ClickHouseQueryError {
  return new ClickHouseQueryError({ code, type: 'X', message: SECRET, queryId: 'q' });
}

describe('toQueryError', () => {
  it.each([
    [43, 400, 'illegal_type_of_argument'],
    [46, 400, 'unknown_function'],
    [215, 400, 'not_an_aggregate'],
    [386, 400, 'no_common_type'],
    [1, 400, 'unsupported_method'],
    [12, 400, 'parameter_out_of_bound'],
    [20, 400, 'number_of_columns_doesnt_match'],
    [35, 400, 'too_few_arguments_for_function'],
    [59, 400, 'illegal_type_of_column_for_filter'],
    [125, 400, 'incorrect_result_of_scalar_subquery'],
    [131, 400, 'too_large_string_size'],
    [38, 400, 'cannot_parse_date'],
    [60, 400, 'unknown_table'],
    [264, 400, 'incompatible_type_of_join'],
    [735, 400, 'query_cancelled'],
    [439, 503, 'error'],
    [394, 400, 'query_cancelled'],
    [216, 400, 'query_already_running'],
    [396, 400, 'too_many_bytes'],
    [159, 504, 'error'],
    [160, 512, 'error'],
    [241, 513, 'clickhouse_memory_limit_exceeded'],
    [202, 503, 'error'],
    [49, 500, 'error'],
  ])('maps engine code %i to %i %s', (code, status, wireCode) => {
    expect(toQueryError(engineError(code))).toMatchObject({ status, code: wireCode });
  });

  it('never passes the engine’s text on, for any code', () => {
    for (let code = 0; code < 1100; code++) {
      expect((toQueryError(engineError(code)) as QueryError).message).not.toContain('SECRET');
    }
  });

  it('hides only errors that users cannot correct', () => {
    expect(toQueryError(engineError(43))).toMatchObject({ exposable: true });
    expect(toQueryError(engineError(49))).toMatchObject({ exposable: false });
  });

  it('reports an engine that does not respond as a temporary failure', () => {
    expect(
      toQueryError(new ClickHouseUnavailableError('q', new Error('ECONNREFUSED'))),
    ).toMatchObject({ status: 503, type: 'server_error' });
  });

  it('treats an aborted query as cancelled', () => {
    expect(toQueryError(new ClickHouseAbortedError('q'))).toMatchObject({
      code: 'query_cancelled',
    });
  });

  it('returns other values unchanged', () => {
    const error = new Error('a bug');
    expect(toQueryError(error)).toBe(error);
    expect(toQueryError(error)).not.toBeInstanceOf(QueryError);
  });
});
