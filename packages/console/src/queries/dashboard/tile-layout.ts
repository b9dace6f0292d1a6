/** The grid of a dashboard has 12 columns; sizes are in the units of the wire format (`docs/wire/management.md`). */
const COLUMNS = 12;
const HALF = 6;
const HEIGHT = 5;

/** The fields of a tile that its layout depends on. */
export interface PlacedTile {
  readonly id: number;
  readonly layouts: Readonly<Record<string, unknown>>;
}

export interface TileLayout {
  readonly id: number;
  readonly layouts: Readonly<Record<string, unknown>>;
}

/** Whether a tile is wider than half of the dashboard. */
export function isWide({ layouts }: PlacedTile): boolean {
  const place = layouts['sm'];
  if (typeof place !== 'object' || place === null) return false;
  const width: unknown = Reflect.get(place, 'w');
  return typeof width === 'number' && width > HALF;
}

/**
 * The layouts of tiles in the given order: each row has two half-width tiles or one wide tile; narrow screens have one
 * column.
 */
export function layoutsOf(tiles: readonly PlacedTile[]): readonly TileLayout[] {
  let x = 0;
  let y = 0;
  return tiles.map((tile, index) => {
    const w = isWide(tile) ? COLUMNS : HALF;
    if (x + w > COLUMNS) {
      x = 0;
      y += HEIGHT;
    }
    const sm = { x, y, w, h: HEIGHT };
    x += w;
    const xs = { x: 0, y: index * HEIGHT, w: HALF, h: HEIGHT };
    return { id: tile.id, layouts: { sm, xs } };
  });
}

/** Makes a tile as wide as the dashboard, or half as wide. */
export function withWidth<T extends PlacedTile>(tile: T, wide: boolean): T {
  const place = tile.layouts['sm'];
  const known = typeof place === 'object' && place !== null ? place : {};
  return { ...tile, layouts: { ...tile.layouts, sm: { ...known, w: wide ? COLUMNS : HALF } } };
}

/** Moves the entry at one position to another position. Returns the same list if a position is outside the list. */
export function moved<T>(list: readonly T[], from: number, to: number): readonly T[] {
  const entry = list[from];
  if (entry === undefined || from === to || to < 0 || to >= list.length) return list;
  return list.toSpliced(from, 1).toSpliced(to, 0, entry);
}
