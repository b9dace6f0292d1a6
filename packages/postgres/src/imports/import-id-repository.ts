import { sql } from 'kysely';
import type { Database } from '../database';

/** The project of a mapping of ids, and the origin of the imported objects. */
export interface ImportIdScope {
  readonly projectId: number;
  readonly origin: string;
}

/** Stores which object of the project was created for each object of a source. */
export interface ImportIdRepository {
  /** The target ids of one type by source id; null for objects whose creation has begun but not ended. */
  all(scope: ImportIdScope, kind: string): Promise<ReadonlyMap<string, string | null>>;
  /** Records that the creation of an object begins. */
  begin(scope: ImportIdScope, kind: string, sourceId: string): Promise<void>;
  complete(scope: ImportIdScope, kind: string, sourceId: string, targetId: string): Promise<void>;
  /** Removes an object that could not be created. */
  forget(scope: ImportIdScope, kind: string, sourceId: string): Promise<void>;
  /**
   * Stores targets for source ids that have none.
   * @returns the stored targets of all given source ids
   */
  keepFirst(
    scope: ImportIdScope,
    kind: string,
    pairs: ReadonlyMap<string, string>,
  ): Promise<ReadonlyMap<string, string>>;
  count(scope: ImportIdScope, kind: string): Promise<number>;
}

export function createImportIdRepository({ db }: Pick<Database, 'db'>): ImportIdRepository {
  const at = ({ projectId, origin }: ImportIdScope, kind: string) =>
    ({ project_id: projectId, source_key: origin, kind }) as const;
  const rowsOf = ({ projectId, origin }: ImportIdScope, kind: string) =>
    db
      .selectFrom('import_ids')
      .where('project_id', '=', projectId)
      .where('source_key', '=', origin)
      .where('kind', '=', kind);
  return {
    async all(scope, kind) {
      const rows = await rowsOf(scope, kind).select(['source_id', 'target_id']).execute();
      return new Map(rows.map((row) => [row.source_id, row.target_id]));
    },
    async begin(scope, kind, sourceId) {
      await db
        .insertInto('import_ids')
        .values({ ...at(scope, kind), source_id: sourceId, target_id: null })
        .onConflict((on) => on.doNothing())
        .execute();
    },
    async complete(scope, kind, sourceId, targetId) {
      await db
        .insertInto('import_ids')
        .values({ ...at(scope, kind), source_id: sourceId, target_id: targetId })
        .onConflict((on) =>
          on
            .columns(['project_id', 'source_key', 'kind', 'source_id'])
            .doUpdateSet({ target_id: targetId }),
        )
        .execute();
    },
    async forget({ projectId, origin }, kind, sourceId) {
      await db
        .deleteFrom('import_ids')
        .where('project_id', '=', projectId)
        .where('source_key', '=', origin)
        .where('kind', '=', kind)
        .where('source_id', '=', sourceId)
        .execute();
    },
    async keepFirst(scope, kind, pairs) {
      if (pairs.size === 0) return new Map();
      const rows = await db
        .insertInto('import_ids')
        .values(
          [...pairs].map(([source, target]) => {
            return { ...at(scope, kind), source_id: source, target_id: target };
          }),
        )
        .onConflict((on) =>
          on
            .columns(['project_id', 'source_key', 'kind', 'source_id'])
            // Updates the row without a change, because it would not be returned otherwise.
            .doUpdateSet({ target_id: sql<string>`import_ids.target_id` }),
        )
        .returning(['source_id', 'target_id'])
        .execute();
      return new Map(rows.map((row) => [row.source_id, row.target_id ?? '']));
    },
    async count(scope, kind) {
      const { count } = await rowsOf(scope, kind)
        .select((e) => e.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow();
      return count;
    },
  };
}
