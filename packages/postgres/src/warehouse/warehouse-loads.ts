import { randomUUID } from 'node:crypto';
import type { WarehouseColumn } from '@tidemark/contracts';
import { sql } from 'kysely';
import type { Database } from '../database';
import type { WarehouseFiles } from './warehouse-files';
import { createWarehouseFiles } from './warehouse-files';
import type { WarehouseTable } from './warehouse-table';
import { toWarehouseTable } from './warehouse-table';

export interface WarehouseTableReference {
  readonly projectId: number;
  readonly tableNumber: number;
}

/** A running load. A later claim of the table replaces it. */
export interface WarehouseLoad {
  readonly token: string;
  readonly table: WarehouseTable;
  /** The version of the rows that it writes. */
  readonly version: number;
  readonly revision: number;
}

export interface StoredWarehouseVersion extends WarehouseTableReference {
  readonly version: number;
}

/** The operations of a worker that loads a table. Every write needs the claim. */
export interface WarehouseLoads {
  /**
   * Claims a table for a load; null if there is nothing to do.
   * @param staleBefore tables with a last attempt before this time are loaded again; null: none are
   */
  claim(
    reference: WarehouseTableReference,
    staleBefore: Date | null,
  ): Promise<WarehouseLoad | null>;
  /** Ends the claim without changes, so that another worker can load the table. */
  release(load: WarehouseLoad): Promise<void>;
  /** Whether the claim is still valid; false after another claim or the deletion of the table. */
  holds(load: WarehouseLoad): Promise<boolean>;
  /** Makes the version of the load the readable one. False if the claim was lost. */
  finish(load: WarehouseLoad, rowCount: number): Promise<boolean>;
  /** Records which columns can be read as their types, if the types have not changed since the load began. */
  noteValidity(load: WarehouseLoad, columns: readonly WarehouseColumn[]): Promise<void>;
  /** Records a failure; the previous rows stay readable. Users see `reason`. */
  fail(load: WarehouseLoad, reason: string): Promise<boolean>;
  /** Tables that need a load, or whose load was abandoned. */
  listDue(limits: {
    readonly staleBefore: Date | null;
    readonly abandonedBefore: Date;
    readonly limit: number;
  }): Promise<readonly (WarehouseTableReference & { readonly revision: number })[]>;
  /** Versions that were replaced before `retiredBefore`. */
  listRetired(retiredBefore: Date, limit: number): Promise<readonly StoredWarehouseVersion[]>;
  /** Removes the record of a version whose rows were deleted. */
  forgetVersion(version: StoredWarehouseVersion): Promise<void>;
  readonly files: WarehouseFiles;
}

export function createWarehouseLoads({ db }: Database): WarehouseLoads {
  const held = ({ table, token }: WarehouseLoad) =>
    db.updateTable('warehouse_tables').where('number', '=', table.number).where('load', '=', token);
  const retire = (tableNumber: number) =>
    db
      .updateTable('warehouse_versions')
      .set({ retired_at: sql<Date>`now()` })
      .where('table_number', '=', tableNumber)
      .where('retired_at', 'is', null);

  return {
    claim: ({ projectId, tableNumber }, staleBefore) =>
      db.transaction().execute(async (transaction) => {
        const token = randomUUID();
        const row = await transaction
          .updateTable('warehouse_tables')
          .set({
            load: token,
            load_started_at: sql<Date>`now()`,
            last_version: sql<number>`last_version + 1`,
          })
          .where('project_id', '=', projectId)
          .where('number', '=', tableNumber)
          .where('deleted', '=', false)
          .where((e) =>
            e.or([
              e('loaded_revision', '<', e.ref('revision')),
              ...(staleBefore === null
                ? []
                : [e.and([e('source', '!=', 'upload'), e('last_tried_at', '<', staleBefore)])]),
            ]),
          )
          .returningAll()
          .executeTakeFirst();
        if (row === undefined) return null;
        await transaction
          .insertInto('warehouse_versions')
          .values({
            project_id: projectId,
            table_number: tableNumber,
            version: row.last_version,
          })
          .execute();
        return {
          token,
          table: toWarehouseTable(row),
          version: row.last_version,
          revision: row.revision,
        };
      }),

    async release(load) {
      await retire(load.table.number).where('version', '=', load.version).execute();
      await held(load).set({ load: null, load_started_at: null }).execute();
    },

    async holds({ table, token }) {
      const row = await db
        .selectFrom('warehouse_tables')
        .select('number')
        .where('number', '=', table.number)
        .where('load', '=', token)
        .where('deleted', '=', false)
        .executeTakeFirst();
      return row !== undefined;
    },

    async finish(load, rowCount) {
      const row = await held(load)
        .set({
          version: load.version,
          row_count: rowCount,
          loaded_revision: load.revision,
          load: null,
          load_started_at: null,
          last_tried_at: sql<Date>`now()`,
          last_loaded_at: sql<Date>`now()`,
          last_error: null,
        })
        .returning('number')
        .executeTakeFirst();
      if (row === undefined) return false;
      await retire(load.table.number).where('version', '<', load.version).execute();
      return true;
    },

    noteValidity: ({ table, version }, columns) =>
      db.transaction().execute(async (transaction) => {
        const row = await transaction
          .selectFrom('warehouse_tables')
          .select('columns')
          .where('number', '=', table.number)
          .where('version', '=', version)
          .forUpdate()
          .executeTakeFirst();
        if (row === undefined) return;
        // If the type of a column was changed meanwhile, its validity was decided by that change.
        const judged = row.columns.map((column) => {
          const seen = columns.find(({ key, type }) => key === column.key && type === column.type);
          return { ...column, valid: seen?.valid ?? column.valid };
        });
        await transaction
          .updateTable('warehouse_tables')
          .set({ columns: JSON.stringify(judged) })
          .where('number', '=', table.number)
          .execute();
      }),

    async fail(load, reason) {
      const row = await held(load)
        .set({
          loaded_revision: load.revision,
          load: null,
          load_started_at: null,
          last_tried_at: sql<Date>`now()`,
          last_error: reason,
        })
        .returning('number')
        .executeTakeFirst();
      await retire(load.table.number).where('version', '=', load.version).execute();
      return row !== undefined;
    },

    async listDue({ staleBefore, abandonedBefore, limit }) {
      const rows = await db
        .selectFrom('warehouse_tables')
        .select(['number', 'project_id', 'revision'])
        .where('deleted', '=', false)
        .where((e) => e.or([e('load', 'is', null), e('load_started_at', '<', abandonedBefore)]))
        .where((e) =>
          e.or([
            e('load', 'is not', null),
            e('loaded_revision', '<', e.ref('revision')),
            ...(staleBefore === null
              ? []
              : [e.and([e('source', '!=', 'upload'), e('last_tried_at', '<', staleBefore)])]),
          ]),
        )
        .orderBy('number')
        .limit(limit)
        .execute();
      return rows.map((row) => ({
        projectId: row.project_id,
        tableNumber: row.number,
        revision: row.revision,
      }));
    },

    async listRetired(retiredBefore, limit) {
      const rows = await db
        .selectFrom('warehouse_versions as v')
        .leftJoin('warehouse_tables as t', 't.number', 'v.table_number')
        .select(['v.project_id', 'v.table_number', 'v.version'])
        .where((e) =>
          e.or([
            e('v.retired_at', '<', retiredBefore),
            // Versions of a crashed worker or a deleted project, which were never the readable version.
            e.and([
              e('v.retired_at', 'is', null),
              e('v.created_at', '<', sql<Date>`now() - interval '1 day'`),
              sql<boolean>`t.version IS DISTINCT FROM v.version`,
            ]),
          ]),
        )
        .limit(limit)
        .execute();
      return rows.map((row) => ({
        projectId: row.project_id,
        tableNumber: row.table_number,
        version: row.version,
      }));
    },

    async forgetVersion({ tableNumber, version }) {
      await db
        .deleteFrom('warehouse_versions')
        .where('table_number', '=', tableNumber)
        .where('version', '=', version)
        .execute();
    },

    files: createWarehouseFiles({ db }),
  };
}
