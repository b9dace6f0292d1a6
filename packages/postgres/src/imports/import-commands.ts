import { randomUUID } from 'node:crypto';
import type { ProjectAuthor } from '../activity-log/history';
import type { ResourceDatabase, Writer } from '../activity-log/unit-of-work';
import { cancelImportRun } from './cancel-import-run';
import { findOpenImportRun } from './find-open-import-run';
import { replaceImportFile } from './import-files';
import type { ImportRun } from './import-run';
import { toImportRun } from './import-run';
import { IMPORT_RUN_HISTORY } from './import-run-history';
import { isFree } from './import-run-lease';

/** An import for a query-worker. */
export interface NewBackgroundImport {
  readonly source: string;
  readonly sourceKey: string;
  readonly settings: Readonly<Record<string, unknown>>;
  /** Encrypts the source's credential for the run with this id; null if the source needs none. */
  readonly seal: ((runId: string) => string) | null;
  /** The uploaded file; null if the source has an address instead. */
  readonly file: Uint8Array | null;
}

/** Commands of users about imports; they are logged with their author. */
export interface ImportCommands {
  /**
   * Starts an import, or continues a failed one of the same source.
   * @returns null while another import of the project is running
   */
  start(by: ProjectAuthor, wanted: NewBackgroundImport): Promise<ImportRun | null>;
  /** Cancels an import; imported data is kept. Null if there is no import that can be cancelled. */
  cancel(by: ProjectAuthor, id: string): Promise<ImportRun | null>;
}

export function createImportCommands({ change }: ResourceDatabase): ImportCommands {
  return {
    start: (by, wanted) =>
      change(IMPORT_RUN_HISTORY, by, async (tx, entry) => {
        if (await isAnotherRunning(tx, by.projectId)) return { result: null, entries: [] };
        const before = await findOpenImportRun(tx, by.projectId, wanted.sourceKey);
        const id = before?.id ?? randomUUID();
        const secrets = wanted.seal?.(id) ?? null;
        const row =
          before === null
            ? await create(tx, by, wanted, { id, secrets })
            : await resume(tx, by, wanted, { id, secrets });
        if (wanted.file !== null) await replaceImportFile(tx, id, wanted.file);
        const result = toImportRun(row);
        return { result, entries: [entry(before, result)] };
      }),
    cancel: (by, id) =>
      change(IMPORT_RUN_HISTORY, by, async (tx, entry) => {
        const before = await tx
          .selectFrom('import_runs')
          .selectAll()
          .where('project_id', '=', by.projectId)
          .where('id', '=', id)
          .executeTakeFirst();
        const result = await cancelImportRun(tx, by.projectId, id);
        if (before === undefined || result === null) return { result: null, entries: [] };
        return { result, entries: [entry(toImportRun(before), result)] };
      }),
  };
}

/**
 * Whether another import of the project is running. A run of the command line whose process has died does not count,
 * because only the same command continues it.
 */
async function isAnotherRunning(tx: Writer, projectId: number): Promise<boolean> {
  const row = await tx
    .selectFrom('import_runs')
    .select('id')
    .where('project_id', '=', projectId)
    .where('state', '=', 'running')
    .where((e) => e.or([e('in_background', '=', true), e.not(isFree(e))]))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

interface Kept {
  readonly id: string;
  readonly secrets: string | null;
}

function create(
  tx: Writer,
  by: ProjectAuthor,
  { source, sourceKey, settings }: NewBackgroundImport,
  { id, secrets }: Kept,
) {
  return tx
    .insertInto('import_runs')
    .values({
      id,
      project_id: by.projectId,
      created_by_id: by.userId,
      source,
      source_key: sourceKey,
      settings: JSON.stringify(settings),
      in_background: true,
      secrets,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

function resume(
  tx: Writer,
  by: ProjectAuthor,
  { settings }: NewBackgroundImport,
  { id, secrets }: Kept,
) {
  return tx
    .updateTable('import_runs')
    .set({
      ...{ state: 'running', error: null, finished_at: null, cancel_requested: false },
      ...{ owner: null, lease_until: null },
      ...{ in_background: true, secrets, created_by_id: by.userId },
      // Settings may have changed, for example the last day.
      settings: JSON.stringify(settings),
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}
