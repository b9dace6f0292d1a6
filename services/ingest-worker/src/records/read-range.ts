import type { LoggedEventV1, IngestWarning, ReplayEntry } from '@tidemark/contracts';
import { isCookieless } from '@tidemark/contracts';
import type { EventWarning, LocateIp, NormalizedEvent } from '@tidemark/domain';
import { normalizeEvent, parseEntry } from '@tidemark/domain';
import type { LogRecord } from '@tidemark/ingest-log';

interface UnreadableRecord {
  readonly record: LogRecord;
  readonly reason: string;
}

export interface ParsedRange {
  readonly entries: readonly {
    readonly record: LogRecord;
    readonly entry: LoggedEventV1;
    /** The warnings of the ingestion rules of the project. */
    readonly warnings?: readonly EventWarning[];
  }[];
  /** The warnings of the edge. */
  readonly warnings: readonly IngestWarning[];
  /** The session metadata from recordings. */
  readonly replays: readonly { readonly record: LogRecord; readonly entry: ReplayEntry }[];
  /** Records in an unknown format, which cannot be stored. */
  readonly unreadable: readonly UnreadableRecord[];
}

export interface NormalizedRecord {
  readonly record: LogRecord;
  readonly event: NormalizedEvent;
  readonly warnings: readonly EventWarning[];
}

/** An event that a rule drops. */
export interface DroppedRecord {
  readonly record: LogRecord;
  readonly entry: LoggedEventV1;
  readonly warnings: readonly EventWarning[];
}

export interface ReadRange {
  /** In the order of the log. */
  readonly events: readonly NormalizedRecord[];
  readonly unreadable: readonly UnreadableRecord[];
  readonly dropped: readonly DroppedRecord[];
}

export function parseRecords(records: readonly LogRecord[]): ParsedRange {
  const entries: { record: LogRecord; entry: LoggedEventV1 }[] = [];
  const warnings: IngestWarning[] = [];
  const replays: { record: LogRecord; entry: ReplayEntry }[] = [];
  const unreadable: UnreadableRecord[] = [];
  for (const record of records) {
    const parsed = parseEntry(record.raw);
    if (parsed.kind === 'entry') entries.push({ record, entry: parsed.entry });
    else if (parsed.kind === 'warning') warnings.push(parsed.warning);
    else if (parsed.kind === 'replay') replays.push({ record, entry: parsed.replay });
    else unreadable.push({ record, reason: parsed.reason });
  }
  return { entries, warnings, replays, unreadable };
}

/** Classifies each entry of a range before any store is read. */
export function readRange(
  parsed: ParsedRange,
  anonymizesIps: (projectId: number) => boolean,
  locate: LocateIp,
): ReadRange {
  const events: NormalizedRecord[] = [];
  const unreadable: UnreadableRecord[] = [...parsed.unreadable];
  const dropped: DroppedRecord[] = [];
  for (const { record, entry, warnings = [] } of parsed.entries) {
    try {
      const anonymizeIps = anonymizesIps(entry.team_id) || isCookieless(entry);
      const read = normalizeEvent(entry, { anonymizeIps }, locate);
      if (read.kind === 'dropped') {
        const own = read.warning === null ? [] : [read.warning];
        dropped.push({ record, entry, warnings: [...warnings, ...own] });
      } else {
        events.push({ record, event: read.event, warnings: [...warnings, ...read.warnings] });
      }
    } catch (error) {
      // A rule that throws on one event must not block its whole partition.
      unreadable.push({ record, reason: `rule failed: ${String(error)}` });
    }
  }
  return { events, unreadable, dropped };
}
