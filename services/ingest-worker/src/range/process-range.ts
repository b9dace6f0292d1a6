import type { ClickHouse } from '@tidemark/clickhouse';
import { findStoredEvents, restoreSessions } from '@tidemark/clickhouse';
import type { EventRow, LocateIp, NormalizedEvent } from '@tidemark/domain';
import { eventRow, identityLines } from '@tidemark/domain';
import type { IngestLogConsumer, LogRecord } from '@tidemark/ingest-log';
import type { Logger } from '@tidemark/platform';
import type { IdentityStore } from '@tidemark/postgres';
import type {
  ArrivalMarks,
  PersonPropertiesCache,
  RecentEvents,
  VisitorStore,
} from '@tidemark/redis';
import type { BatchDecision } from '../identity/decide-batch';
import { beginDeliveries } from '../destinations/begin-deliveries';
import type { Deliveries } from '../destinations/note-deliveries';
import { decideBatch } from '../identity/decide-batch';
import { identityRequest } from '../identity/identity-request';
import { identifyVisitors } from '../cookieless/identify-visitors';
import { applyRules } from '../ingestion-rules/apply-rules';
import type { ProjectRules } from '../ingestion-rules/project-rules';
import type { ProjectFacts } from '../projects-cache';
import { encodeEvents } from '../publish/encode-events';
import { insertEvents } from '../publish/insert-events';
import { publishIdentity } from '../publish/publish-identity';
import { storeReplays } from '../publish/store-replays';
import { cacheChanges, updatePersonCache } from '../publish/update-person-cache';
import type { FlagCalls } from '../flag-calls/flag-calls';
import type { Taxonomy } from '../taxonomy/taxonomy';
import type { UsageCounter } from '../usage/count-usage';
import type { ValueKinds } from '../value-kinds/value-kinds';
import type { Discard } from '../warnings/discard';
import { identityOccurrences, ruleOccurrences } from '../warnings/occurrences';
import type { WarningDeps } from '../warnings/store-warnings';
import { storeWarnings } from '../warnings/store-warnings';
import type { WorkerMetrics } from '../worker-metrics';
import type { OwnedFences } from './fences';
import type { LateCopies } from './late-copies';
import type { KeyedRecord } from '../records/event-row-key';
import { storedInSessions, withoutRepeats } from '../records/event-row-key';
import type { ParsedRange } from '../records/read-range';
import { parseRecords, readRange } from '../records/read-range';
import { inTracedRange } from './traced-range';
import type { TriedEvents } from './tried-events';

export interface RangeDeps {
  readonly log: IngestLogConsumer;
  readonly fences: OwnedFences;
  readonly lateCopies: LateCopies;
  readonly tried: TriedEvents;
  readonly discard: Discard;
  readonly clickhouse: ClickHouse;
  readonly identity: IdentityStore;
  readonly personCache: PersonPropertiesCache;
  readonly projects: ProjectFacts;
  readonly rules: ProjectRules;
  readonly visitors: VisitorStore;
  readonly locate: LocateIp;
  readonly taxonomy: Taxonomy;
  readonly deliveries: Deliveries;
  readonly recentEvents: RecentEvents;
  readonly valueKinds: ValueKinds;
  readonly flagCalls: FlagCalls;
  readonly usage: UsageCounter;
  readonly arrivals: ArrivalMarks;
  readonly recordInternalEvents: WarningDeps['recordInternalEvents'];
  readonly metrics: WorkerMetrics;
  readonly logger: Logger;
}

/**
 * Moves one range from the log into the stores. The worker may die at any step, because every step can be repeated:
 * events that are in ClickHouse are skipped; identity is committed together with an outbox entry for the changes that
 * ClickHouse lacks; events are inserted after their warnings, persons and deliveries; the range is removed from the
 * log at the end. If the worker stalls and another one takes its partitions over, a check before each step rejects
 * writes that could undo those of the new owner.
 *
 * @throws if a store is unavailable or another worker owns the range. The range is then not acknowledged.
 */
export async function processRange(deps: RangeDeps, records: readonly LogRecord[]): Promise<void> {
  deps.metrics.observeRange(records.length);
  const parsed = await deps.metrics.time('parse', () => parseRecords(records));
  const traces = [...parsed.entries, ...parsed.replays].map(({ entry }) => entry.trace);
  await inTracedRange(deps.metrics, traces, records.length, (metrics) =>
    storeRange({ ...deps, metrics }, records, parsed),
  );
}

async function storeRange(
  deps: RangeDeps,
  records: readonly LogRecord[],
  parsed: ParsedRange,
): Promise<void> {
  const { clickhouse, log, metrics } = deps;
  await deps.projects.load(new Set(parsed.entries.map(({ entry }) => entry.team_id)));
  await deps.rules.load(projectsOf(parsed));
  const identified = await identifyVisitors(
    { store: deps.visitors, timezoneOf: (id) => deps.projects.timezoneOf(id), now: Date.now },
    parsed.entries,
  );
  const ruled = await metrics.time('rules', () =>
    applyRules(deps, { ...parsed, entries: identified.entries }, identified.dropped),
  );
  const range = readRange(ruled, (id) => deps.projects.anonymizesIps(id), deps.locate);
  const dropped = [...ruled.dropped, ...range.dropped];
  for (const { record, reason } of range.unreadable) {
    const { partition, id } = record;
    deps.logger.warn(
      { partition, id },
      'dead letter: the record is not a readable event (see tidemark dead-letter list)',
    );
    await deps.discard(record, { reason, publicReason: 'the event cannot be processed' });
  }

  const distinct = withoutRepeats(range.events);
  const doubtful = distinct.filter((event) => deps.tried.mayBeStored(event));
  const stored = await metrics.time('look_up', () =>
    findStoredEvents(
      clickhouse,
      doubtful.map(({ key }) => key),
    ),
  );
  const fresh = distinct.filter(({ keyText }) => !stored.has(keyText));
  await restoreSessions(clickhouse, storedInSessions(distinct, stored));
  await storeWarnings(deps, ruleOccurrences(dropped, fresh), ruled.warnings);
  // Counted before the events are stored, because stored events are skipped if the range is repeated.
  await metrics.time('usage', () => deps.usage.countEvents(fresh));
  deps.tried.add(fresh);
  const { rejected, outboxId } = await storeEvents(deps, fresh);
  await storeReplays(deps, ruled.replays);
  await deps.usage.countRecordings(ruled.replays.map(({ entry }) => entry));

  const unreadable = new Set(range.unreadable.map(({ record }) => record));
  const done = records.filter((record) => !unreadable.has(record) && !rejected.has(record));
  await metrics
    .time('finish', () => log.acknowledge(done))
    .catch((error: unknown) => {
      deps.lateCopies.note(error, fresh);
      throw error;
    });
  // Completed last: if the range was lost before, the remaining outbox entry corrects the writes into the cache.
  if (outboxId !== null) await deps.identity.complete([outboxId]);
  metrics.countEvents('dead_letter', range.unreadable.length + rejected.size);
  metrics.countEvents('dropped', dropped.length);
  metrics.countEvents('duplicate', range.events.length - fresh.length);
  metrics.countEvents('stored', fresh.length - rejected.size);
}

function projectsOf({ entries, replays, warnings }: ParsedRange): ReadonlySet<number> {
  return new Set([
    ...[...entries, ...replays].map(({ entry }) => entry.team_id),
    ...warnings.map((warning) => warning.team_id),
  ]);
}

interface StoredEvents {
  /** Records whose rows ClickHouse rejected; they are dead letters. */
  readonly rejected: ReadonlySet<LogRecord>;
  /** The id of the outbox entry whose changes are all published; null if there is none or one is missing. */
  readonly outboxId: number | null;
}

/** Commits the identity of the events and then inserts their rows. */
async function storeEvents(deps: RangeDeps, fresh: readonly KeyedRecord[]): Promise<StoredEvents> {
  if (fresh.length === 0) return { rejected: new Set(), outboxId: null };
  const { clickhouse, identity, log, metrics } = deps;
  const events = fresh.map(({ event }) => event);
  const fences = deps.fences.of(fresh.map(({ record }) => record));
  const { result: decision, commit } = await metrics.time('identity', () =>
    identity.resolve(
      identityRequest(events),
      (state) => {
        const decided = decideBatch(state, events);
        return { writes: decided.writes, result: decided };
      },
      fences,
    ),
  );
  await storeWarnings(deps, identityOccurrences(fresh, decision, commit.groups));

  // Written before the rows, so that the types of an event's properties are known when it can be queried.
  await metrics.time('taxonomy', async () => {
    await deps.taxonomy.note(events, decision.groupTypes);
    await deps.valueKinds.note(events, decision.outcomes);
  });
  const becomesRow = events.map(({ entry }) => entry.imported !== 'identity');
  await deps.flagCalls.note(events.filter((_, index) => becomesRow[index]));
  const noted = await metrics.time('destinations', () =>
    deps.deliveries.note(events, decision.outcomes),
  );
  metrics.countDeliveries(noted.ids.length);
  const withRows = fresh.filter((_, index) => becomesRow[index]);
  const { rows, blocks } = await metrics.time('serialize', () => {
    const made = eventRows(events, decision, becomesRow);
    return { rows: made, blocks: encodeEvents(made) };
  });
  const rejected = await metrics.time('insert', async () => {
    const { writes } = decision;
    await publishIdentity(
      clickhouse,
      metrics,
      identityLines({
        persons: [...writes.created, ...writes.updated],
        tombstones: writes.deleted,
        distinctIds: [...writes.attached, ...commit.moved],
        freedDistinctIds: [],
        groups: commit.groups,
      }),
    );
    const records = withRows.map(({ record }) => record);
    return insertEvents(clickhouse, { rows, blocks, records }, () =>
      log.confirm([...fences.keys()]),
    );
  });
  metrics.countRows('events', withRows.length - rejected.length);
  await beginDeliveries(deps, noted, rows, new Set(rejected.map(({ index }) => index)));
  await deps.arrivals
    .bump(new Set(events.map(({ entry }) => entry.team_id)))
    .catch((error: unknown) => {
      // Without the announcement, stored results are returned until they are stale.
      deps.logger.warn(
        { err: error },
        'the arrival of events could not be announced: cached results are returned until they are stale',
      );
    });

  const rejectedRecords = new Set<LogRecord>();
  for (const { index, code } of rejected) {
    const record = withRows[index]?.record;
    if (record === undefined) continue;
    deps.logger.warn(
      { partition: record.partition, id: record.id, code },
      'dead letter: ClickHouse rejected the row of an event',
    );
    await deps.discard(record, {
      reason: `ClickHouse rejected the row: error ${code}`,
      publicReason: `the event cannot be stored: error ${code}`,
    });
    rejectedRecords.add(record);
  }
  const changes = cacheChanges(events, decision.outcomes, decision.writes, commit);
  const cached = await updatePersonCache(deps.personCache, changes).then(
    () => true,
    (error: unknown) => {
      // The outbox entry stays; the worker that drains it removes these persons from the cache.
      deps.logger.warn({ err: error }, 'the cache of persons could not be updated');
      return false;
    },
  );
  return { rejected: rejectedRecords, outboxId: cached ? commit.outboxId : null };
}

/** Encodes the rows of the events that have a row. */
function eventRows(
  events: readonly NormalizedEvent[],
  decision: BatchDecision,
  becomesRow: readonly boolean[],
): EventRow[] {
  return events.flatMap((event, index) => {
    if (becomesRow[index] !== true) return [];
    const outcome = decision.outcomes[index];
    if (outcome === undefined) throw new Error('an event lacks its identity');
    return [
      eventRow(event, outcome, (groupType) =>
        decision.groupTypes.indexOf(event.entry.team_id, groupType),
      ),
    ];
  });
}
