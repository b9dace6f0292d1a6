import { BACKGROUND_LIMITS, BLOCKING_LIMITS, executionSettings } from './limits';

describe('executionSettings', () => {
  const settings = executionSettings(
    {
      maxExecutionSeconds: 7,
      maxMemoryBytes: 1000,
      maxRows: 10,
      maxResultBytes: 99,
      maxReadRows: 5,
    },
    'why',
  );

  it('cannot be raised: read-only, and an overflow is reported as an error', () => {
    expect(settings).toMatchObject({
      readonly: 1,
      result_overflow_mode: 'throw',
      wait_end_of_query: 1,
    });
  });

  it('allows large statements, and limits disk space', () => {
    expect(settings).toMatchObject({
      max_ast_elements: 4_000_000,
      max_parser_depth: 1_200,
      max_subquery_depth: 120,
      max_expanded_ast_elements: 4_000_000,
      max_query_size: 4_194_304,
      max_temporary_data_on_disk_size_for_query: 8_589_934_592,
    });
  });

  it('treats NULL as a value in IN, but not elsewhere', () => {
    expect(settings).toMatchObject({
      transform_null_in: 1,
      optimize_min_equality_disjunction_chain_length: 4_294_967_295,
    });
  });

  it('gives a waiting client one minute and a background run ten', () => {
    expect(BLOCKING_LIMITS).toMatchObject({ maxExecutionSeconds: 60 });
    expect(BACKGROUND_LIMITS).toMatchObject({ maxExecutionSeconds: 600 });
  });

  it('bounds time, memory, rows and bytes', () => {
    expect(settings).toMatchObject({
      max_execution_time: 7,
      max_memory_usage: 1000,
      max_result_rows: 11,
      max_result_bytes: 99,
      max_rows_to_read: 5,
      log_comment: 'why',
    });
  });
});
