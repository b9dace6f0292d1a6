import { manifestName, partName, runFiles } from './file-names';

const run = {
  prefix: '',
  model: 'events',
  start: new Date('2026-02-03T04:00:00Z'),
  end: new Date('2026-02-03T05:00:00Z'),
  backfillId: null,
} as const;

it('names parts by interval, number, format and packing', () => {
  const files = runFiles(run);
  expect(files.directory).toBe('');
  expect(partName(files, 7, 'JSONLines', 'gzip')).toBe(
    '20260203T040000Z-20260203T050000Z-00007.jsonl.gz',
  );
  expect(partName(files, 0, 'Parquet', 'zstd')).toMatch(/-00000\.parquet\.zst$/);
  expect(partName(files, 123_456, 'CSV', null)).toMatch(/-123456\.csv$/);
  expect(manifestName(files)).toBe('20260203T040000Z-20260203T050000Z_manifest.json');
});

it('keeps a backfill apart from the scheduled run of the same range', () => {
  const stem = runFiles({ ...run, backfillId: 'b1' }).stem;
  expect(stem).toBe('20260203T040000Z-20260203T050000Z-backfill-b1');
  expect(runFiles({ ...run, start: null, backfillId: 'b1' }).stem).toMatch(/^START-/);
});

it.each([
  ['a/b/', 'a/b'],
  ['//a//b', 'a/b'],
  ['{table}/{year}-{month}-{day}/{hour}{minute}{second}', 'events/2026-02-03/040000'],
  ['{data_interval_start}_{data_interval_end}', '20260203T040000Z_20260203T050000Z'],
  ['{unknown}', '{unknown}'],
])('prefix %s is the directory %s', (prefix, directory) => {
  expect(runFiles({ ...run, prefix }).directory).toBe(directory);
});
