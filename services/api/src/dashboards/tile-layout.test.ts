import { gridLayouts, inLayoutOrder } from './tile-layout';

const tile = (id: number, layouts: Record<string, unknown> = {}) => ({ tile: { id, layouts } });

it('reads tiles from top to bottom, then from left to right; those without a place come last', () => {
  const placed = [
    tile(1),
    tile(2, { sm: { x: 6, y: 0 } }),
    tile(3, { sm: { x: 0, y: 5 } }),
    tile(4, { sm: { x: 0, y: 0 }, xs: { x: 0, y: 90 } }),
    tile(5, { sm: 'x' }),
  ];
  expect(inLayoutOrder(placed, 'sm').map((one) => one.tile.id)).toEqual([4, 2, 3, 1, 5]);
  expect(inLayoutOrder(placed, 'xs').map((one) => one.tile.id)).toEqual([4, 1, 2, 3, 5]);
});

it('lays tiles out in two columns, in one on narrow screens, in the order they are read in', () => {
  const placed = [3, 1, 2].map((id, index) => tile(id, gridLayouts(index)));
  expect(placed[2]?.tile.layouts).toEqual({
    sm: { x: 0, y: 5, w: 6, h: 5 },
    xs: { x: 0, y: 10, w: 6, h: 5 },
  });
  for (const size of ['sm', 'xs'] as const) {
    expect(inLayoutOrder(placed.toReversed(), size).map((one) => one.tile.id)).toEqual([3, 1, 2]);
  }
});
