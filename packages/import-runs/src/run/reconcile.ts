import { setTimeout as sleep } from 'node:timers/promises';
import type { CountDifference, EventCount, JsonObject } from '@tidemark/importers';
import { compareCounts, compareFlags } from '@tidemark/importers';
import type { RunContext } from './context';
import { ImportDeniedError } from '../sources/source';
import { isIngested } from './ingested';

/** The counted numbers of the source and the project. */
export interface Reconciliation {
  readonly equal: boolean;
  readonly events: {
    readonly source: number;
    readonly target: number;
    /** The first differences, by day and name. */
    readonly differences: readonly CountDifference[];
    readonly difference_count: number;
  };
  /** The number of records that could not be imported. If the source does not count its events, it does not contain them. */
  readonly rejected: number;
  /** Null if the number of persons in the source is unknown. */
  readonly persons: { readonly source: number; readonly target: number } | null;
  /** Null if the source has no flags. */
  readonly flags: {
    readonly source: number;
    readonly differences: readonly { readonly key: string; readonly difference: string }[];
  } | null;
}

const SHOWN = 200;
const RECORDS: ReadonlySet<string> = new Set(['groups', 'events', 'persons']);
/** The number of consecutive counts without a change after which ingestion counts as finished. */
const QUIET_LOOKS = 5;
const LOOK_MS = 1_000;

/** Compares the source with the project after ingestion has finished. */
export async function reconcile(context: RunContext): Promise<Reconciliation> {
  const { source, ids, scope, signal } = context;
  const counts = (await source.counts?.(signal)) ?? {
    events: await context.dayCounts(),
    persons: await ids.count(scope, 'person'),
  };
  const { events, persons } = await settledCounts(context, counts.events, counts.persons);
  const differences = compareCounts(counts.events, events);
  const hasPersons = source.counts !== null || counts.persons > 0;
  const flags = await flagDifferences(context);
  const rejected = (await context.problems()).filter(({ kind }) => RECORDS.has(kind));
  return {
    equal:
      differences.length === 0 &&
      (!hasPersons || counts.persons === persons) &&
      (flags === null || flags.differences.length === 0),
    events: {
      source: sum(counts.events),
      target: sum(events),
      differences: differences.slice(0, SHOWN),
      difference_count: differences.length,
    },
    rejected: rejected.reduce((total, { occurrences }) => total + occurrences, 0),
    persons: hasPersons ? { source: counts.persons, target: persons } : null,
    flags,
  };
}

/** Waits until the counts of the project equal those of the source or no longer change, and returns them. */
async function settledCounts(
  { target, signal }: RunContext,
  wanted: readonly EventCount[],
  wantedPersons: number,
): Promise<{ readonly events: readonly EventCount[]; readonly persons: number }> {
  const since = Date.now();
  let before = '';
  for (let quiet = 0; ;) {
    const events = await target.countEvents();
    const persons = await target.countPersons();
    if (compareCounts(wanted, events).length === 0 && persons === wantedPersons) {
      return { events, persons };
    }
    const now = JSON.stringify([events, persons]);
    quiet = now === before && (await isIngested(target, since)) ? quiet + 1 : 0;
    if (quiet >= QUIET_LOOKS) return { events, persons };
    before = now;
    await sleep(LOOK_MS, undefined, { signal });
  }
}

async function flagDifferences(context: RunContext): Promise<Reconciliation['flags']> {
  const { source, target, signal } = context;
  if (source.definitions === null) return null;
  const all = async (flags: AsyncIterable<JsonObject>): Promise<readonly JsonObject[]> => {
    const live: JsonObject[] = [];
    for await (const flag of flags) if (flag['deleted'] !== true) live.push(flag);
    return live;
  };
  const from = await all(source.definitions.list('feature_flags/', signal)).catch(
    (error: unknown) => {
      if (error instanceof ImportDeniedError) return null;
      throw error;
    },
  );
  if (from === null) return null;
  const to = await all(target.list('feature_flags/'));
  return { source: from.length, differences: compareFlags(from, to, await context.lookup()) };
}

function sum(counts: readonly EventCount[]): number {
  return counts.reduce((total, { events }) => total + events, 0);
}
