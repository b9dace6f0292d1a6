import type { DashboardTile } from '@tidemark/postgres';

/** Where a tile lies that no layout places: behind all others. */
const NOWHERE = 100;
const WIDTH = 6;
const HEIGHT = 5;

/** The widths of a screen that layouts are kept for. */
export type LayoutSize = 'sm' | 'xs';

/** Sorts tiles from top to bottom, then from left to right, then by id. */
export function inLayoutOrder<T extends { readonly tile: Pick<DashboardTile, 'id' | 'layouts'> }>(
  placed: readonly T[],
  size: LayoutSize,
): readonly T[] {
  return placed.toSorted(
    (a, b) =>
      at(a.tile, size, 'y') - at(b.tile, size, 'y') ||
      at(a.tile, size, 'x') - at(b.tile, size, 'x') ||
      a.tile.id - b.tile.id,
  );
}

/** The place of the tile with this index where tiles lie in two columns; in one on narrow screens. */
export function gridLayouts(index: number): Record<string, unknown> {
  const [row, column] = [Math.floor(index / 2), index % 2];
  return {
    sm: { x: column * WIDTH, y: row * HEIGHT, w: WIDTH, h: HEIGHT },
    xs: { x: 0, y: index * HEIGHT, w: WIDTH, h: HEIGHT },
  };
}

function at(
  { layouts }: Pick<DashboardTile, 'layouts'>,
  size: LayoutSize,
  axis: 'x' | 'y',
): number {
  const layout = layouts[size];
  if (typeof layout !== 'object' || layout === null) return NOWHERE;
  const value: unknown = Reflect.get(layout, axis);
  return typeof value === 'number' ? value : NOWHERE;
}
