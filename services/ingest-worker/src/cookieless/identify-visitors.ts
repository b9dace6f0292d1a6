import type { LoggedEventV1 } from '@tidemark/contracts';
import { isCookieless } from '@tidemark/contracts';
import type { CookielessInput } from '@tidemark/domain';
import {
  eventWarning,
  identificationsKey,
  readCookieless,
  resolveVisitors,
  sessionKey,
  withIdentifications,
  withVisitor,
} from '@tidemark/domain';
import type { VisitorStore } from '@tidemark/redis';
import type { DroppedRecord, ParsedRange } from '../records/read-range';

type Entries = ParsedRange['entries'];

export interface VisitorDeps {
  readonly store: VisitorStore;
  readonly timezoneOf: (projectId: number) => string;
  /** Wall clock, ms since the epoch. */
  readonly now: () => number;
}

export interface IdentifiedEntries {
  readonly entries: Entries;
  readonly dropped: readonly DroppedRecord[];
}

/**
 * Gives events in cookieless mode the distinct id of their visitor, in three round trips for a whole range, or in no
 * round trip for a range without such events (`docs/wire/capture-processing.md#cookieless-visitors`). The state of
 * visitors is saved before the events are stored, so that a repeated range gets the same result.
 */
export async function identifyVisitors(
  deps: VisitorDeps,
  entries: Entries,
): Promise<IdentifiedEntries> {
  if (!entries.some(({ entry }) => isCookieless(entry))) return { entries, dropped: [] };
  const dropped: DroppedRecord[] = [];
  const kept: Entries[number][] = [];
  const events = new Map<LoggedEventV1, CookielessInput>();
  for (const { record, entry } of entries) {
    const reading = readCookieless(entry, deps.timezoneOf(entry.team_id), deps.now());
    if (reading.kind === 'dropped') {
      dropped.push({ record, entry, warnings: [eventWarning(reading.reason)] });
      continue;
    }
    kept.push({ record, entry });
    if (reading.kind === 'cookieless') events.set(entry, reading.event);
  }
  const identified = await resolve(deps.store, events);
  return {
    entries: kept.map(({ record, entry }) => ({ record, entry: identified.get(entry) ?? entry })),
    dropped,
  };
}

async function resolve(
  store: VisitorStore,
  byEntry: ReadonlyMap<LoggedEventV1, CookielessInput>,
): Promise<ReadonlyMap<LoggedEventV1, LoggedEventV1>> {
  const events = [...byEntry.values()];
  const salts = await store.salts(unique(events.map(({ day }) => day)));
  const known = await store.identifications(
    unique(events.map((event) => identificationsKey(salts, event))),
  );
  const identifications = withIdentifications({ salts, identifications: known }, events);
  const state = { salts, identifications };
  const sessions = await store.sessions(unique(events.map((event) => sessionKey(state, event))));
  const resolved = resolveVisitors({ ...state, sessions }, events);
  await store.save({ identifications, sessions: resolved.sessions });

  const identified = new Map<LoggedEventV1, LoggedEventV1>();
  [...byEntry.keys()].forEach((entry, index) => {
    const visitor = resolved.visitors[index];
    if (visitor !== undefined) identified.set(entry, withVisitor(entry, visitor));
  });
  return identified;
}

function unique(values: readonly string[]): string[] {
  return [...new Set(values)];
}
