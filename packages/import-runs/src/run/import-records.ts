import type { ImportedEvent, JsonObject } from '@tidemark/importers';
import { mapGroupRow, personChanges, readPersonRow, withSurveyIds } from '@tidemark/importers';
import type { DayCount, ImportProblem } from '@tidemark/postgres';
import { UNREADABLE } from '../sources/files/read-file';
import type { Cursor, RecordStream } from '../sources/source';
import type { RunContext } from './context';
import { RecentKeys } from './recent-keys';

/** The mapped records of a page. */
interface Mapped {
  readonly events: ImportedEvent[];
  readonly identity: ImportedEvent[];
  readonly skipped: Map<string, number>;
  /** The number of imported records, for the counts of the run. */
  taken: number;
}

/** The maximum time and number of events between two stored cursors. */
const NOTE_AFTER_MS = 1_000;
const NOTE_AFTER_EVENTS = 10_000;

/**
 * Writes the records of a stream to the ingest log. A cursor is stored only after its records are in the log. After an
 * interruption, the records since the last stored cursor are written again, with the same uuids.
 */
export async function importRecords(
  context: RunContext,
  stream: RecordStream,
  from: Cursor | null,
): Promise<void> {
  const { signal } = context;
  const note = new Note(context, stream.name);
  const seen: Seen = { merges: new RecentKeys(), events: new RecentKeys() };
  const lookup = await context.lookup();
  const moved = (events: readonly ImportedEvent[]): ImportedEvent[] =>
    events.map((event) => withSurveyIds(event, (id) => lookup('survey', id)));
  let writing: Promise<void> = Promise.resolve();
  // Prevents an unhandled rejection; the error is thrown when the promise is awaited.
  writing.catch(() => undefined);
  try {
    for await (const page of stream.pages(from, signal)) {
      signal.throwIfAborted();
      const mapped = await mapPage(context, stream.name, page.records, seen);
      await writing;
      const { events, identity } = mapped;
      const written = { ...mapped, events: moved(events), identity: moved(identity) };
      writing = write(context, note, written, page.cursor);
      writing.catch(() => undefined);
    }
  } catch (error) {
    // Stores the progress, so that its records are not read again. The first error is the one to report.
    await writing.then(() => note.flush()).catch(() => undefined);
    throw error;
  }
  await writing;
  await note.flush();
}

async function write(
  context: RunContext,
  note: Note,
  mapped: Mapped,
  cursor: Cursor | null,
): Promise<void> {
  const { target, signal } = context;
  // Persons are written first, because events are assigned to them.
  const changes = await target.append(mapped.identity, 'identity', signal);
  const rejected = await target.append(mapped.events, 'event', signal);
  mapped.taken -= rejected.length;
  for (const reason of [...changes, ...rejected]) count(mapped.skipped, reason);
  await note.add(mapped, cursor);
}

async function mapPage(
  context: RunContext,
  name: RecordStream['name'],
  records: readonly JsonObject[],
  seen: Seen,
): Promise<Mapped> {
  const mapped: Mapped = { events: [], identity: [], skipped: new Map(), taken: 0 };
  const readable = records.filter((record) => {
    const reason = record[UNREADABLE];
    if (typeof reason === 'string') count(mapped.skipped, reason);
    return typeof reason !== 'string';
  });
  if (name === 'persons') {
    await mapPersons(context, readable, mapped);
    return mapped;
  }
  const map =
    name === 'events'
      ? context.source.mapEvent
      : (record: JsonObject) => mapGroupRow(record, context.mapping);
  for (const record of readable) {
    const imported = map(record, context.mapping);
    if (imported.kind === 'skipped') {
      count(mapped.skipped, imported.reason);
      continue;
    }
    if (imported.kind === 'event' && !isNewEvent(seen, imported.event)) {
      count(mapped.skipped, REPEATED);
      continue;
    }
    mapped.taken += 1;
    if (imported.kind === 'identity') mapped.identity.push(...imported.events);
    else {
      mapped.events.push(imported.event);
      const fresh = (imported.also ?? []).filter((change) => isNewMerge(seen, change));
      mapped.identity.push(...fresh);
    }
  }
  return mapped;
}

/** What was written recently: some sources repeat merges with every event, and Mixpanel also exports events twice. */
interface Seen {
  readonly merges: RecentKeys;
  readonly events: RecentKeys;
}

const REPEATED = 'the same event again, which is stored once';

function isNewEvent({ events }: Seen, { uuid, event, distinct_id: id, timestamp }: ImportedEvent) {
  return events.isNew(uuid, event, id, timestamp);
}

function isNewMerge({ merges }: Seen, { event, distinct_id: into, properties }: ImportedEvent) {
  return merges.isNew(event, into, properties);
}

/** Files of batch exports are not changed afterwards: an earlier one may have the person as it was. */
const DELETED =
  'the person was deleted in the source, and is imported only if an earlier file has it';

/**
 * Maps rows of distinct ids to persons: the first distinct id of a person in the files is kept, and all others are
 * merged into it.
 */
async function mapPersons(
  { ids, scope, mapping }: RunContext,
  records: readonly JsonObject[],
  mapped: Mapped,
): Promise<void> {
  const rows = records.flatMap((record) => {
    const row = readPersonRow(record);
    if (row === null)
      count(mapped.skipped, 'the person has no id, no distinct id or no properties');
    else if ('deleted' in row) count(mapped.skipped, DELETED);
    return row === null || 'deleted' in row ? [] : [row];
  });
  const firsts = new Map<string, string>();
  for (const { personId, distinctId } of rows) {
    if (!firsts.has(personId)) firsts.set(personId, distinctId);
  }
  const kept = await ids.keepFirst(scope, 'person', firsts);
  const distinctIds = new Map<string, Set<string>>();
  for (const { personId, distinctId } of rows) {
    const own = distinctIds.get(personId) ?? new Set([kept.get(personId) ?? distinctId]);
    distinctIds.set(personId, own.add(distinctId));
  }
  const withKeptId = new Set(
    rows.filter((row) => kept.get(row.personId) === row.distinctId).map((row) => row.personId),
  );
  const done = new Set<string>();
  for (const { personId, person } of rows) {
    if (done.has(personId)) continue;
    done.add(personId);
    // The rows of a person may be in several pages. The person is counted in the page with the kept id.
    if (withKeptId.has(personId)) mapped.taken += 1;
    const all = [...(distinctIds.get(personId) ?? [])];
    mapped.identity.push(...personChanges({ ...person, distinctIds: all }, mapping));
  }
}

function count(counts: Map<string, number>, reason: string): void {
  counts.set(reason, (counts.get(reason) ?? 0) + 1);
}

/** Collects the progress of several pages and stores it in one transaction. */
class Note {
  private taken = 0;
  private cursor: Cursor | null = null;
  private readonly skipped = new Map<string, number>();
  private readonly days = new Map<string, DayCount>();
  private notedAt = Date.now();

  constructor(
    private readonly context: RunContext,
    private readonly phase: RecordStream['name'],
  ) {}

  async add(mapped: Mapped, cursor: Cursor | null): Promise<void> {
    // A page without a cursor must not be stored with the previous cursor: it would be counted twice after an interruption.
    if (cursor === null) await this.flush();
    this.taken += mapped.taken;
    this.cursor = cursor;
    for (const [reason, times] of mapped.skipped) {
      this.skipped.set(reason, (this.skipped.get(reason) ?? 0) + times);
    }
    for (const { event, timestamp } of mapped.events) {
      const day = timestamp.slice(0, 10);
      const key = `${day} ${event}`;
      this.days.set(key, { day, event, events: (this.days.get(key)?.events ?? 0) + 1 });
    }
    if (this.taken >= NOTE_AFTER_EVENTS || Date.now() - this.notedAt > NOTE_AFTER_MS) {
      await this.flush();
    }
  }

  async flush(): Promise<void> {
    const { phase, cursor, taken } = this;
    if (cursor === null) return;
    const problems = [...this.skipped].map(([reason, occurrences]): ImportProblem => ({
      ...{ kind: phase, sourceId: '', name: '', reason, occurrences },
    }));
    const dayCounts = [...this.days.values()];
    await this.context.step({ phase, cursor, counts: { [phase]: taken }, problems, dayCounts });
    this.taken = 0;
    this.cursor = null;
    this.skipped.clear();
    this.days.clear();
    this.notedAt = Date.now();
  }
}
