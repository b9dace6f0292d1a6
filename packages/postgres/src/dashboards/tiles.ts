import { sql } from 'kysely';
import type { Writer } from '../activity-log/unit-of-work';
import type { DashboardTileFields } from './dashboard';
import { tileColumns } from './dashboard-columns';

/** A change of a tile that is on the dashboard already. */
export interface TileChange {
  readonly id: number;
  readonly fields: Partial<DashboardTileFields>;
}

/** The dashboard has no tile of this id. */
export class UnknownTileError extends Error {
  constructor(readonly tileId: number) {
    super(`No such tile: ${tileId}`);
  }
}

/** @throws UnknownTileError */
export async function changeTiles(
  transaction: Writer,
  dashboardId: number,
  changes: readonly TileChange[],
): Promise<void> {
  for (const { id, fields } of changes) {
    const { numUpdatedRows } = await transaction
      .updateTable('dashboard_tiles')
      // Something must be set: a change may name nothing but the tile.
      .set({ ...tileColumns(fields), insight_id: sql<number>`insight_id` })
      .where('id', '=', id)
      .where('dashboard_id', '=', dashboardId)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw new UnknownTileError(id);
  }
}
