import type { Expression, Kysely, Selectable, Updateable } from 'kysely';
import type { Schema } from '../schema';
import type { Author, EntryDetails, History, Identified } from './history';
import type { Change, Reader, Writer } from './unit-of-work';

/** Columns of a row, as values or as expressions. */
export type Values<Table> = {
  readonly [Column in keyof Updateable<Table>]?: Updateable<Table>[Column] | Expression<unknown>;
};

interface AnyOwned {
  readonly rows: { readonly id: number | string; readonly owner: number };
}

/** Reads and writes the rows of one table by their owner. Every change is written to the activity log. */
export interface OwnedRows<Columns, T extends Identified> {
  find(db: Reader, ownerId: number, id: T['id']): Promise<T | null>;
  create(by: Author, ownerId: number, values: Columns): Promise<T>;
  /** Null if the owner has no such row. */
  update(
    by: Author,
    ownerId: number,
    id: T['id'],
    values: Columns,
    detailsOf?: (before: T, after: T) => EntryDetails,
  ): Promise<T | null>;
  /** False if the owner has no such row. */
  delete(by: Author, ownerId: number, id: T['id']): Promise<boolean>;
}

/** @param owner the column with the id of the owner; by default that of the project */
export function createOwnedRows<Name extends keyof Schema, T extends Identified>(
  change: Change,
  {
    name,
    owner = 'project_id',
    history,
    toThing,
  }: {
    readonly name: Name;
    readonly owner?: 'project_id' | 'user_id';
    readonly history: History<T>;
    readonly toThing: (row: Selectable<Schema[Name]>) => T;
  },
): OwnedRows<Values<Schema[Name]>, T> {
  // Kysely cannot type a table whose name is a parameter; all tables used here have these two columns.
  const [table, ownerColumn] = [name as string as 'rows', owner as string as 'owner'];
  type AnyDatabase = Pick<
    Kysely<AnyOwned>,
    'selectFrom' | 'insertInto' | 'updateTable' | 'deleteFrom'
  >;
  const rowsIn = (db: Reader | Writer) => db as unknown as AnyDatabase;
  const thingOf = (row: unknown): T => toThing(row as Selectable<Schema[Name]>);

  const find = async (db: Reader, ownerId: number, id: T['id']): Promise<T | null> => {
    const row = await rowsIn(db)
      .selectFrom(table)
      .selectAll()
      .where(ownerColumn, '=', ownerId)
      .where('id', '=', id)
      .executeTakeFirst();
    return row === undefined ? null : thingOf(row);
  };

  return {
    find,

    create: (by, ownerId, values) =>
      change(history, by, async (db, entry) => {
        const row = await rowsIn(db)
          .insertInto(table)
          .values({ ...(values as object as AnyOwned['rows']), [ownerColumn]: ownerId })
          .returningAll()
          .executeTakeFirstOrThrow();
        const result = thingOf(row);
        return { result, entries: [entry(null, result)] };
      }),

    update: (by, ownerId, id, values, detailsOf) =>
      change(history, by, async (db, entry) => {
        const before = await find(db, ownerId, id);
        if (before === null) return { result: null, entries: [] };
        const row = await rowsIn(db)
          .updateTable(table)
          // Sets the unchanged id, because a SET list must not be empty.
          .set({ ...(values as object), id })
          .where(ownerColumn, '=', ownerId)
          .where('id', '=', id)
          .returningAll()
          .executeTakeFirstOrThrow();
        const result = thingOf(row);
        return { result, entries: [entry(before, result, detailsOf?.(before, result))] };
      }),

    delete: (by, ownerId, id) =>
      change(history, by, async (db, entry) => {
        const before = await find(db, ownerId, id);
        await rowsIn(db)
          .deleteFrom(table)
          .where(ownerColumn, '=', ownerId)
          .where('id', '=', id)
          .execute();
        return { result: before !== null, entries: [entry(before, null)] };
      }),
  };
}
