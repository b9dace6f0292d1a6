import { sql } from 'kysely';
import type { Database } from '../database';

/** The project and the source whose ids are mapped. */
export interface ImportIdScope {
  readonly projectId: number;
  readonly sourceKey: string;
}

/** Which object of the project each object of a source became. */
export interface ImportIdRepository {
  /** Source ids → target ids of a kind; those whose creation has begun and not ended have none. */
  all(scope: ImportIdScope, kind: string): Promise<ReadonlyMap<string, string | null>>;
  /** Notes that an object is about to be made. */
  begin(scope: ImportIdScope, kind: string, sourceId: string): Promise<void>;
  complete(scope: ImportIdScope, kind: string, sourceId: string, targetId: string): Promise<void>;
  /** Forgets an object that could not be made. */
  forget(scope: ImportIdScope, kind: string, sourceId: string): Promise<void>;
  /**
   * Keeps the first target of each source id.
   *
   * @returns the targets that are kept
   */
  keepFirst(
    scope: ImportIdScope,
    kind: string,
    pairs: ReadonlyMap<string, string>,
  ): Promise<ReadonlyMap<string, string>>;
  count(scope: ImportIdScope, kind: string): Promise<number>;
}

export function createImportIdRepository({ db }: Pick<Database, 'db'>): ImportIdRepository {
  const at = ({ projectId, sourceKey }: ImportIdScope, kind: string) =>
    ({ project_id: projectId, source_key: sourceKey, kind }) as const;
  const rowsOf = ({ projectId, sourceKey }: ImportIdScope, kind: string) =>
    db
      .selectFrom('import_ids')
      .where('project_id', '=', projectId)
      .where('source_key', '=', sourceKey)
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
    async forget({ projectId, sourceKey }, kind, sourceId) {
      await db
        .deleteFrom('import_ids')
        .where('project_id', '=', projectId)
        .where('source_key', '=', sourceKey)
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
            // Without a change the row would not be returned.
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
