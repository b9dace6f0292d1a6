import type { Selectable } from 'kysely';
import type { ImportsTables, ImportState } from '../schema';

/** One import and how far it is. */
export interface ImportRun {
  readonly id: string;
  readonly projectId: number;
  /** The kind of the source, as in `posthog`. */
  readonly source: string;
  /** A name of the source that stays the same from run to run. */
  readonly sourceKey: string;
  /** Where the source is; never its credential. */
  readonly settings: Readonly<Record<string, unknown>>;
  readonly state: ImportState;
  /** Whether a query-worker works on it; otherwise a process of the command line does. */
  readonly isInBackground: boolean;
  /** Whether a process has begun to work on it. */
  readonly hasBegun: boolean;
  /** The user who started it; null for a deleted user. */
  readonly createdById: number | null;
  readonly phase: string | null;
  /** The place at which the phase continues; null at its beginning. */
  readonly cursor: Readonly<Record<string, unknown>> | null;
  /** The number of things that were taken over so far, by their kind. */
  readonly counts: Readonly<Record<string, number>>;
  /** The end of its wait for the source; null while it does not wait. */
  readonly waitsUntil: Date | null;
  readonly cancelRequested: boolean;
  readonly error: string | null;
  readonly reconciliation: Readonly<Record<string, unknown>> | null;
  readonly createdAt: Date;
  readonly finishedAt: Date | null;
}

/** One or more things that could not come, with the reason. */
export interface ImportProblem {
  readonly kind: string;
  /** Empty for records, which are counted. */
  readonly sourceId: string;
  readonly name: string;
  readonly reason: string;
  readonly occurrences: number;
}

/** How many events of a name the source has on a day in UTC. */
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
