import type { FlagReference } from '@tidemark/contracts';
import type { Selectable } from 'kysely';
import type { History, ProjectAuthor } from '../activity-log/history';
import type { ResourceDatabase } from '../activity-log/unit-of-work';
import type { FlagReferenceScanTable } from '../schema';

/** The references to flags in one repository, as found by its last scan. */
export interface FlagReferenceScan {
  readonly id: string;
  readonly projectId: number;
  readonly repository: string;
  /** The commit; empty if unknown. */
  readonly revision: string;
  /** The number of files that were read. */
  readonly files: number;
  readonly references: readonly FlagReference[];
  readonly createdAt: Date;
}

/** Stores scans of source code. Every method takes the project id. */
export interface FlagReferenceScans {
  /** Ordered by repository. */
  list(projectId: number): Promise<readonly FlagReferenceScan[]>;
  /** Replaces the scan of the same repository. */
  save(
    by: ProjectAuthor,
    scan: Pick<FlagReferenceScan, 'repository' | 'revision' | 'files' | 'references'>,
    now: Date,
  ): Promise<FlagReferenceScan>;
  /** False if there is no scan of the repository. */
  delete(by: ProjectAuthor, repository: string): Promise<boolean>;
}

const HISTORY: History<FlagReferenceScan> = {
  scope: 'FlagReferenceScan',
  nameOf: (scan) => scan.repository,
  wireFields: ({ repository, revision, files, references }) => ({
    repository,
    revision,
    files,
    references: references.length,
  }),
};

export function createFlagReferenceScans({ db, change }: ResourceDatabase): FlagReferenceScans {
  return {
    async list(projectId) {
      const rows = await db
        .selectFrom('flag_reference_scans')
        .selectAll()
        .where('project_id', '=', projectId)
        .orderBy('repository')
        .execute();
      return rows.map(toScan);
    },

    save: (by, { repository, revision, files, references }, now) =>
      change<FlagReferenceScan, FlagReferenceScan>(HISTORY, by, async (tx, entry) => {
        const before = await tx
          .selectFrom('flag_reference_scans')
          .selectAll()
          .where('project_id', '=', by.projectId)
          .where('repository', '=', repository)
          .executeTakeFirst();
        const values = {
          revision,
          files,
          flag_references: JSON.stringify(references),
          created_by_id: by.userId,
          created_at: now,
        };
        const row = await tx
          .insertInto('flag_reference_scans')
          .values({ ...values, project_id: by.projectId, repository })
          .onConflict((conflict) =>
            conflict.columns(['project_id', 'repository']).doUpdateSet(values),
          )
          .returningAll()
          .executeTakeFirstOrThrow();
        const result = toScan(row);
        const old = before === undefined ? null : toScan(before);
        return { result, entries: [entry(old, result, { always: true })] };
      }),

    delete: (by, repository) =>
      change<FlagReferenceScan, boolean>(HISTORY, by, async (tx, entry) => {
        const row = await tx
          .deleteFrom('flag_reference_scans')
          .where('project_id', '=', by.projectId)
          .where('repository', '=', repository)
          .returningAll()
          .executeTakeFirst();
        if (row === undefined) return { result: false, entries: [] };
        return { result: true, entries: [entry(toScan(row), null)] };
      }),
  };
}

function toScan(row: Selectable<FlagReferenceScanTable>): FlagReferenceScan {
  return {
    id: row.id,
    projectId: row.project_id,
    repository: row.repository,
    revision: row.revision,
    files: row.files,
    // The type is safe, because references are validated when they are written.
    references: row.flag_references as FlagReference[],
    createdAt: row.created_at,
  };
}
