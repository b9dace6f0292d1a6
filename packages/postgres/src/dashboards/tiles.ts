import type { Writer } from '../activity-log/unit-of-work';
import type { DashboardTileFields } from './dashboard';
import { TILE_FIELDS } from './dashboard';

/** A change of an existing tile, or a new text. */
export interface TileChange {
  /** Null: a new tile, which must have a text. */
  readonly id: number | null;
  readonly fields: Partial<DashboardTileFields>;
}

/** The dashboard has no tile with this id, or the tile has an insight although the change sets a text. */
export class UnknownTileError extends Error {
  constructor(readonly tileId: number) {
    super(`No such tile: ${tileId}`);
  }
}

/** Changes and creates tiles; returns their ids. @throws UnknownTileError */
export async function changeTiles(
  transaction: Writer,
  dashboardId: number,
  changes: readonly TileChange[],
): Promise<readonly number[]> {
  const ids: number[] = [];
  for (const { id, fields } of changes) {
    if (id === null) ids.push(await insertText(transaction, dashboardId, fields));
    else {
      await changeTile(transaction, dashboardId, id, fields);
      ids.push(id);
    }
  }
  return ids;
}

async function insertText(
  transaction: Writer,
  dashboardId: number,
  fields: Partial<DashboardTileFields>,
): Promise<number> {
  const { id } = await transaction
    .insertInto('dashboard_tiles')
    .values({ ...TILE_FIELDS.toColumns(fields), dashboard_id: dashboardId })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

async function changeTile(
  transaction: Writer,
  dashboardId: number,
  id: number,
  fields: Partial<DashboardTileFields>,
): Promise<void> {
  const { numUpdatedRows } = await transaction
    .updateTable('dashboard_tiles')
    // Sets the unchanged dashboard id, because a SET list must not be empty.
    .set({ ...TILE_FIELDS.toColumns(fields), dashboard_id: dashboardId })
    .where('id', '=', id)
    .where('dashboard_id', '=', dashboardId)
    .$if(fields.text !== undefined, (q) => q.where('text_body', 'is not', null))
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new UnknownTileError(id);
}
