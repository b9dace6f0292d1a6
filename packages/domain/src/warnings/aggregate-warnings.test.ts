import fc from 'fast-check';
import type { WarningOccurrence, WarningRow } from '.';
import { aggregateWarnings, ROWS_PER_TYPE } from '.';

function occurrence(
  recordId: number,
  distinctId = 'u',
  more: { projectId?: number; partition?: number } = {},
): WarningOccurrence {
  return {
    partition: more.partition ?? 0,
    recordId: `${recordId}-0`,
    warning: {
      projectId: more.projectId ?? 1,
      type: 'invalid_group_set',
      distinctId,
      details: { eventUuid: `e${recordId}` },
      timestamp: '2026-01-02T03:04:05.678Z',
    },
  };
}

const total = (rows: Iterable<WarningRow>): number =>
  [...rows].reduce((sum, { count }) => sum + count, 0);

it('adds up equal warnings and shows the first one', () => {
  const rows = aggregateWarnings([occurrence(1), occurrence(2), occurrence(3)]);
  expect(rows).toEqual([
    {
      uuid: expect.any(String),
      projectId: 1,
      type: 'invalid_group_set',
      distinctId: 'u',
      source: 'ingestion',
      details: { eventUuid: 'e1' },
      timestamp: '2026-01-02T03:04:05.678Z',
      count: 3,
    },
  ]);
});

it('keeps projects and partitions apart', () => {
  const rows = aggregateWarnings([
    occurrence(1),
    occurrence(1, 'u', { projectId: 2 }),
    occurrence(1, 'u', { partition: 1 }),
  ]);
  expect(rows.map(({ count }) => count)).toEqual([1, 1, 1]);
  expect(new Set(rows.map(({ uuid }) => uuid)).size).toBe(3);
});

it('creates few rows for many distinct ids', () => {
  const many = Array.from({ length: 10_000 }, (_, i) => occurrence(i, `user-${i}`));
  const rows = aggregateWarnings(many);
  expect(rows).toHaveLength(ROWS_PER_TYPE);
  expect(total(rows)).toBe(10_000);
});

it('counts each warning once when a range is interrupted and read again', () => {
  const log = fc.array(fc.nat(12), { minLength: 1, maxLength: 60 });
  // Each attempt reads some records from the oldest one that is left; only some attempts are acknowledged.
  const attempts = fc.array(fc.tuple(fc.integer({ min: 1, max: 60 }), fc.boolean()));
  fc.assert(
    fc.property(log, attempts, (ids, tries) => {
      const records = ids.map((id, index) => occurrence(index, `u${id}`));
      const stored = new Map<string, WarningRow>();
      let start = 0;
      for (const [length, acknowledged] of [...tries, [records.length, true] as const]) {
        const range = records.slice(start, start + length);
        for (const row of aggregateWarnings(range)) stored.set(row.uuid, row);
        if (acknowledged) start += range.length;
      }
      expect(total(stored.values())).toBe(records.length);
    }),
  );
});
