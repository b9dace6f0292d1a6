/** An event of a timeline, with its person and session. */
export interface TimelineEvent<Shown> {
  readonly at: Date;
  /** Null for events outside of sessions. */
  readonly session: string | null;
  readonly person: string;
  readonly shown: Shown;
}

export interface TimelineEntry<Shown> {
  readonly session: string | null;
  readonly events: readonly Shown[];
}

/** A longer pause ends an entry of events outside of sessions. */
const SILENCE_MS = 30 * 60_000;

/**
 * The sessions of a timeline, in descending order of their start. Consecutive events of a person without a session
 * form one entry.
 *
 * @param events the latest first, which is also their order within an entry
 */
export function timelineEntries<Shown>(
  events: readonly TimelineEvent<Shown>[],
): TimelineEntry<Shown>[] {
  const entries = new Map<string, { readonly session: string | null; readonly events: Shown[] }>();
  const loose = new Map<string, { readonly key: string; at: Date }>();
  for (const event of [...events].reverse()) {
    const key = event.session ?? looseKey(event, loose);
    const entry = entries.get(key) ?? { session: event.session, events: [] };
    entry.events.unshift(event.shown);
    entries.set(key, entry);
  }
  return [...entries.values()].reverse();
}

function looseKey(
  { person, at }: Pick<TimelineEvent<unknown>, 'person' | 'at'>,
  loose: Map<string, { readonly key: string; at: Date }>,
): string {
  const last = loose.get(person);
  const goesOn = last !== undefined && at.getTime() - last.at.getTime() <= SILENCE_MS;
  const key = goesOn ? last.key : JSON.stringify([person, at]);
  loose.set(person, { key, at });
  return key;
}
