import type { IngestEntry, IngestWarning, ReplayEntry } from '@tidemark/contracts';
import { isCookieless } from '@tidemark/contracts';
import type { EventWarning, LocateIp, NormalizedEvent } from '@tidemark/domain';
import { normalizeEvent, parseEntry } from '@tidemark/domain';
import type { LogRecord } from '@tidemark/redis';

interface PoisonRecord {
  readonly record: LogRecord;
  readonly reason: string;
}

export interface ParsedRange {
  readonly entries: readonly { readonly record: LogRecord; readonly entry: IngestEntry }[];
  /** What the edge noticed. */
  readonly warnings: readonly IngestWarning[];
  /** What recordings said of their sessions. */
  readonly replays: readonly { readonly record: LogRecord; readonly entry: ReplayEntry }[];
  /** Not ours, can never become rows. */
  readonly poison: readonly PoisonRecord[];
}

export interface ReadEvent {
  readonly record: LogRecord;
  readonly event: NormalizedEvent;
  readonly warnings: readonly EventWarning[];
}

/** Must not become a row, by rule. */
export interface DroppedEvent {
  readonly record: LogRecord;
  readonly entry: IngestEntry;
  readonly warning: EventWarning | null;
}

export interface ReadRange {
  /** In the order of the log. */
  readonly events: readonly ReadEvent[];
  readonly poison: readonly PoisonRecord[];
  readonly dropped: readonly DroppedEvent[];
}

export function parseRecords(records: readonly LogRecord[]): ParsedRange {
  const entries: { record: LogRecord; entry: IngestEntry }[] = [];
  const warnings: IngestWarning[] = [];
  const replays: { record: LogRecord; entry: ReplayEntry }[] = [];
  const poison: PoisonRecord[] = [];
  for (const record of records) {
    const parsed = parseEntry(record.raw);
    if (parsed.kind === 'entry') entries.push({ record, entry: parsed.entry });
    else if (parsed.kind === 'warning') warnings.push(parsed.warning);
    else if (parsed.kind === 'replay') replays.push({ record, entry: parsed.replay });
    else poison.push({ record, reason: parsed.reason });
  }
  return { entries, warnings, replays, poison };
}

/** What each entry of a range is, before any store is asked. */
export function readRange(
  parsed: ParsedRange,
  anonymizesIps: (projectId: number) => boolean,
  locate: LocateIp,
): ReadRange {
  const events: ReadEvent[] = [];
  const poison: PoisonRecord[] = [...parsed.poison];
  const dropped: DroppedEvent[] = [];
  for (const { record, entry } of parsed.entries) {
    try {
      const anonymizeIps = anonymizesIps(entry.team_id) || isCookieless(entry);
      const read = normalizeEvent(entry, { anonymizeIps }, locate);
      if (read.kind === 'dropped') dropped.push({ record, entry, warning: read.warning });
      else events.push({ record, event: read.event, warnings: read.warnings });
    } catch (error) {
      // A rule that throws on one event must not block its whole partition.
      poison.push({ record, reason: `rule failed: ${String(error)}` });
    }
  }
  return { events, poison, dropped };
}
