import { isWide, layoutsOf, moved, withWidth } from './tile-layout';

const tile = (id: number) => ({ id, layouts: {} });

describe('the layout of tiles', () => {
  it('puts two half-width tiles in a row, and a wide tile in a row of its own', () => {
    const wide = withWidth(tile(2), true);
    expect([isWide(wide), isWide(withWidth(wide, false)), isWide(tile(1))]).toEqual([
      true,
      false,
      false,
    ]);
    const places = layoutsOf([tile(1), wide, tile(3), tile(4)]).map(({ layouts }) => layouts['sm']);
    expect(places).toEqual([
      { x: 0, y: 0, w: 6, h: 5 },
      { x: 0, y: 5, w: 12, h: 5 },
      { x: 0, y: 10, w: 6, h: 5 },
      { x: 6, y: 10, w: 6, h: 5 },
    ]);
    expect(layoutsOf([tile(1), tile(2)])[1]?.layouts['xs']).toEqual({ x: 0, y: 5, w: 6, h: 5 });
  });

  it('moves an entry, but not beyond the ends of the list', () => {
    expect(moved(['a', 'b', 'c'], 0, 2)).toEqual(['b', 'c', 'a']);
    expect(moved(['a', 'b', 'c'], 2, 0)).toEqual(['c', 'a', 'b']);
    expect(moved(['a', 'b'], 1, 2)).toEqual(['a', 'b']);
    expect(moved(['a', 'b'], 0, -1)).toEqual(['a', 'b']);
  });
});
