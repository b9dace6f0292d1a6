import {
  backfillProblem,
  canRunAgain,
  destinationWords,
  intervalWords,
  isUnderWay,
  statusWords,
} from './exports';

const ALL = [
  ...(['Starting', 'Running', 'Completed'] as const),
  ...(['Failed', 'FailedRetryable', 'Cancelled'] as const),
];

it('cancels what is under way, and runs again what has ended without success', () => {
  expect(ALL.filter(isUnderWay)).toEqual(['Starting', 'Running']);
  expect(ALL.filter(canRunAgain)).toEqual(['Failed', 'FailedRetryable', 'Cancelled']);
  expect(ALL.map((status) => statusWords(status).text)).toContain('failed, is tried again');
});

it('says where an export writes to', () => {
  const config = { bucket_name: 'lake', prefix: 'events/{year}', file_format: 'Parquet' };
  expect(destinationWords({ type: 'S3', config: { ...config, compression: 'zstd' } })).toBe(
    'S3 lake/events/{year}, Parquet, zstd',
  );
  expect(destinationWords({ type: 'File', config: { file_format: 'CSV', prefix: '' } })).toBe(
    'files on the server, CSV',
  );
});

it('says how often an export runs', () => {
  expect(['hour', 'every 5 minutes'].map(intervalWords)).toEqual(['every hour', 'every 5 minutes']);
});

it('rejects a range without a length', () => {
  expect(backfillProblem('2026-11-02', '2026-11-02')).not.toBeNull();
  expect(backfillProblem('2026-11-01', '2026-11-02')).toBeNull();
  expect([backfillProblem('', '2026-11-02'), backfillProblem('', '')]).toEqual([null, null]);
});
