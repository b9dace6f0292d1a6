import type { DashboardCreate, DashboardUpdate } from '@tidemark/contracts';
import type { DashboardFields, DashboardTileFields, TileChange } from '@tidemark/postgres';
import { normaliseTags } from '../actions/action-fields';

/** The fields a body names; what it leaves out stays out. */
export function toDashboardFields(
  body: Omit<DashboardCreate, 'use_template' | 'use_dashboard' | 'duplicate_tiles'> &
    Pick<DashboardUpdate, 'deleted'>,
): Partial<DashboardFields> {
  return {
    ...(body.name !== undefined && { name: body.name }),
    ...(body.description !== undefined && { description: body.description }),
    ...(body.pinned !== undefined && { pinned: body.pinned }),
    ...(body.tags !== undefined && { tags: normaliseTags(body.tags) }),
    ...(body.filters !== undefined && { filters: body.filters }),
    ...(body.variables !== undefined && { variables: body.variables ?? {} }),
    ...(body.breakdown_colors !== undefined && { breakdownColors: body.breakdown_colors ?? [] }),
    ...(body.data_color_theme_id !== undefined && { dataColorThemeId: body.data_color_theme_id }),
    ...(body.deleted !== undefined && { deleted: body.deleted }),
  };
}

/** Changes of tiles that a body names. */
export function toTileChanges({ tiles = [] }: DashboardUpdate): readonly TileChange[] {
  return tiles.map(({ id = null, ...tile }) => ({ id, fields: tileFields(tile) }));
}

type TileWrite = Omit<NonNullable<DashboardUpdate['tiles']>[number], 'id'>;

function tileFields(tile: TileWrite): Partial<DashboardTileFields> {
  return {
    ...(tile.layouts !== undefined && { layouts: tile.layouts }),
    // A text that is null was read with an insight.
    ...((tile.text ?? null) !== null && { text: tile.text?.body ?? '' }),
    ...(tile.color !== undefined && { color: tile.color }),
    ...(tile.filters_overrides !== undefined && { filtersOverrides: tile.filters_overrides }),
    ...(tile.show_description !== undefined && { showDescription: tile.show_description }),
    ...(tile.transparent_background !== undefined && {
      transparentBackground: tile.transparent_background,
    }),
    ...(tile.deleted !== undefined && { deleted: tile.deleted }),
  };
}
