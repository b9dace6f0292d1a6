import type { ImportedEvent, JsonObject } from '@tidemark/importers';
import { mapMixpanel } from '@tidemark/importers';
import type { DayCount, ImportProblem, ImportStep } from '@tidemark/postgres';
import type { RecordStream } from '../sources/source';
import type { ImportDeps } from './context';
import { RunContext } from './context';
import { importRecords } from './import-records';

/** Imports events of Mixpanel in pages. @returns what is written, and the progress that is stored */
async function imported(pages: readonly (readonly JsonObject[])[]) {
  const written: ImportedEvent[] = [];
  const problems: ImportProblem[] = [];
  const days: DayCount[] = [];
  const deps = {
    source: { mapEvent: mapMixpanel },
    target: {
      append: (events: readonly ImportedEvent[]) => {
        written.push(...events);
        return Promise.resolve([]);
      },
    },
    runs: {
      advance: (_: string, __: string, step: ImportStep) => {
        problems.push(...(step.problems ?? []));
        days.push(...(step.dayCounts ?? []));
        return Promise.resolve();
      },
    },
    ids: { all: () => Promise.resolve(new Map()) },
  } as unknown as ImportDeps;
  const context = new RunContext(
    deps,
    { id: 'run', owner: 'owner', counts: {} },
    { projectId: 2, origin: 'test' },
    { origin: 'test', startedAt: 0 },
    new AbortController().signal,
  );
  async function* pagesOf() {
    for (const [index, records] of pages.entries()) {
      yield await Promise.resolve({ records, cursor: { index } });
    }
  }
  const stream: RecordStream = { name: 'events', pages: pagesOf };
  await importRecords(context, stream, null);
  return { written, problems, days, counts: context.counts };
}

const event = (id: string): JsonObject => ({
  event: 'Buy',
  properties: { time: 1_704_103_200, distinct_id: 'u', $insert_id: id },
});

it('an event that the source repeats is written and counted once, and the repetition is reported', async () => {
  const { written, problems, days, counts } = await imported([
    [event('a'), event('a'), event('b')],
    [event('a')],
  ]);
  expect(written).toHaveLength(2);
  expect(counts).toEqual({ events: 2 });
  expect(days.reduce((sum, { events }) => sum + events, 0)).toBe(2);
  expect(problems).toMatchObject([
    { reason: 'the same event again, which is stored once', occurrences: 2 },
  ]);
});
