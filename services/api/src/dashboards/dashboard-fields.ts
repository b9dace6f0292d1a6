import type { DashboardCreate, DashboardUpdate } from '@tidemark/contracts';
import type { DashboardFields, DashboardTileFields, TileChange } from '@tidemark/postgres';
import { normaliseTags } from '../tags';
import { DASHBOARD_FIELDS, TILE_FIELDS } from '@tidemark/postgres';

/** The fields a body names; what it leaves out stays out. */
export function toDashboardFields(
  body: Omit<DashboardCreate, 'use_template' | 'use_dashboard' | 'duplicate_tiles'> &
    Pick<DashboardUpdate, 'deleted'>,
): Partial<DashboardFields> {
  const { tags, variables, breakdown_colors: colors, ...fields } = body;
  return {
    ...DASHBOARD_FIELDS.fromWire(fields),
    ...(tags !== undefined && { tags: normaliseTags(tags) }),
    ...(variables !== undefined && { variables: variables ?? {} }),
    ...(colors !== undefined && { breakdownColors: colors ?? [] }),
  };
}

/** Changes of tiles that a body names. */
export function toTileChanges({ tiles = [] }: DashboardUpdate): readonly TileChange[] {
  return tiles.map(({ id = null, ...tile }) => ({ id, fields: tileFields(tile) }));
}

type TileWrite = Omit<NonNullable<DashboardUpdate['tiles']>[number], 'id'>;

function tileFields({ text, ...tile }: TileWrite): Partial<DashboardTileFields> {
  return {
    ...TILE_FIELDS.fromWire(tile),
    // The text of a tile that shows an insight is read and sent back as null.
    ...((text ?? null) !== null && { text: text?.body ?? '' }),
  };
}
