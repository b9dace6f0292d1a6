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

it('cancels runs in progress, and repeats runs that ended without success', () => {
  expect(ALL.filter(isUnderWay)).toEqual(['Starting', 'Running']);
  expect(ALL.filter(canRunAgain)).toEqual(['Failed', 'FailedRetryable', 'Cancelled']);
  expect(ALL.map((status) => statusWords(status).text)).toContain('failed, is tried again');
});

it('describes where an export writes its files', () => {
  const config = { bucket_name: 'lake', prefix: 'events/{year}', file_format: 'Parquet' };
  expect(destinationWords({ type: 'S3', config: { ...config, compression: 'zstd' } })).toBe(
    'S3 lake/events/{year}, Parquet, zstd',
  );
  expect(destinationWords({ type: 'File', config: { file_format: 'CSV', prefix: '' } })).toBe(
    'files on the server, CSV',
  );
});

it('describes how often an export runs', () => {
  expect(['hour', 'every 5 minutes'].map(intervalWords)).toEqual(['every hour', 'every 5 minutes']);
});

it('rejects a range that ends before it starts', () => {
  expect(backfillProblem('2026-11-02', '2026-11-02')).not.toBeNull();
  expect(backfillProblem('2026-11-01', '2026-11-02')).toBeNull();
  expect([backfillProblem('', '2026-11-02'), backfillProblem('', '')]).toEqual([null, null]);
});
