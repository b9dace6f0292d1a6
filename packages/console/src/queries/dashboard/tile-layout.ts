/** Where tiles lie: 12 columns wide, in the wire's units (`docs/wire/management.md`). */
const COLUMNS = 12;
const HALF = 6;
const HEIGHT = 5;

/** A tile as far as its place is concerned. */
export interface PlacedTile {
  readonly id: number;
  readonly layouts: Readonly<Record<string, unknown>>;
}

export interface TileLayout {
  readonly id: number;
  readonly layouts: Readonly<Record<string, unknown>>;
}

/** Whether a tile takes the whole width of the dashboard. */
export function isWide({ layouts }: PlacedTile): boolean {
  const place = layouts['sm'];
  if (typeof place !== 'object' || place === null) return false;
  const width: unknown = Reflect.get(place, 'w');
  return typeof width === 'number' && width > HALF;
}

/** The layouts of tiles in this order: rows of two halves, or of one wide tile; one column on narrow screens. */
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

/** The tile as wide as the dashboard, or half of it. */
export function withWidth<T extends PlacedTile>(tile: T, wide: boolean): T {
  const place = tile.layouts['sm'];
  const known = typeof place === 'object' && place !== null ? place : {};
  return { ...tile, layouts: { ...tile.layouts, sm: { ...known, w: wide ? COLUMNS : HALF } } };
}

/** The list with the entry of one position at another one; the same list when that is none. */
export function moved<T>(list: readonly T[], from: number, to: number): readonly T[] {
  const entry = list[from];
  if (entry === undefined || from === to || to < 0 || to >= list.length) return list;
  return list.toSpliced(from, 1).toSpliced(to, 0, entry);
}
