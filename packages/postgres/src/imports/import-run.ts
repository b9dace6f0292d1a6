import type { Selectable } from 'kysely';
import type { ImportsTables, ImportState } from '../schema';

/** One import and its progress. */
export interface ImportRun {
  readonly id: string;
  readonly projectId: number;
  /** The type of the source, such as `posthog`. */
  readonly source: string;
  /** Identifies the source; the same for each run. */
  readonly sourceKey: string;
  /** The address or file of the source, without its credential. */
  readonly settings: Readonly<Record<string, unknown>>;
  readonly state: ImportState;
  /** Whether it runs in a query-worker; otherwise in a process of the command line. */
  readonly isInBackground: boolean;
  /** Whether a process has started to work on it. */
  readonly hasBegun: boolean;
  /** The user who started it; null if the user was deleted. */
  readonly createdById: number | null;
  readonly phase: string | null;
  /** The position at which the phase continues; null at its beginning. */
  readonly cursor: Readonly<Record<string, unknown>> | null;
  /** The number of imported objects so far, by type. */
  readonly counts: Readonly<Record<string, number>>;
  /** The time until which the run waits for its source; null while it does not wait. */
  readonly waitsUntil: Date | null;
  readonly cancelRequested: boolean;
  readonly error: string | null;
  readonly reconciliation: Readonly<Record<string, unknown>> | null;
  readonly createdAt: Date;
  readonly finishedAt: Date | null;
}

/** One or more objects that could not be imported, with the reason. */
export interface ImportProblem {
  readonly kind: string;
  /** The id in the source; empty for records, which are only counted. */
  readonly sourceId: string;
  readonly name: string;
  readonly reason: string;
  readonly occurrences: number;
}

/** The number of events with one name in the source on one day (UTC). */
export interface DayCount {
  readonly day: string;
  readonly event: string;
  readonly events: number;
}

export function toImportRun(row: Selectable<ImportsTables['import_runs']>): ImportRun {
  return {
    id: row.id,
    projectId: row.project_id,
    source: row.source,
    sourceKey: row.source_key,
    settings: row.settings,
    state: row.state,
    isInBackground: row.in_background,
    hasBegun: row.owner !== null,
    createdById: row.created_by_id,
    phase: row.phase,
    cursor: row.cursor,
    counts: row.counts,
    waitsUntil: row.waits_until,
    cancelRequested: row.cancel_requested,
    error: row.error,
    reconciliation: row.reconciliation,
    createdAt: row.created_at,
    finishedAt: row.finished_at,
  };
}
