import { executionSettings } from './limits';

describe('executionSettings', () => {
  const settings = executionSettings(
    { maxExecutionSeconds: 7, maxMemoryBytes: 1000, maxRows: 10, maxResultBytes: 99 },
    'why',
  );

  it('cannot be lifted: read-only, an overflow is an error and arrives as one', () => {
    expect(settings).toMatchObject({
      readonly: 1,
      result_overflow_mode: 'throw',
      wait_end_of_query: 1,
    });
  });

  it('bounds time, memory, rows and bytes', () => {
    expect(settings).toMatchObject({
      max_execution_time: 7,
      max_memory_usage: 1000,
      max_result_rows: 11,
      max_result_bytes: 99,
      log_comment: 'why',
    });
  });
});
