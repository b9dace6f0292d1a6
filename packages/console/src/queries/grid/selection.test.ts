import { afterKey, rangeOf } from './selection';

const size = { rows: 100, columns: 5 };
const at = (row: number, column: number) => ({
  active: { row, column },
  anchor: { row, column },
});
const press = (key: string, shift = false, command = false) => ({ key, shift, command });

describe('keys of a grid', () => {
  it('move by arrows and by j and k, and stop at the edges', () => {
    expect(afterKey(at(0, 0), press('ArrowUp'), size, 10)).toEqual(at(0, 0));
    expect(afterKey(at(0, 0), press('j'), size, 10)).toEqual(at(1, 0));
    expect(afterKey(at(3, 4), press('ArrowRight'), size, 10)).toEqual(at(3, 4));
    expect(afterKey(at(95, 0), press('PageDown'), size, 10)).toEqual(at(99, 0));
    expect(afterKey(at(3, 3), press('Home', false, true), size, 10)).toEqual(at(0, 0));
    expect(afterKey(at(3, 3), press('x'), size, 10)).toBeNull();
    expect(afterKey(at(3, 3), press('k', false, true), size, 10)).toBeNull();
  });

  it('extend the range with shift, and select all cells with Ctrl A', () => {
    const extended = afterKey(at(3, 3), press('ArrowLeft', true), size, 10);
    expect(extended && rangeOf(extended)).toEqual({ top: 3, bottom: 3, left: 2, right: 3 });
    const all = afterKey(at(3, 3), press('a', false, true), size, 10);
    expect(all && rangeOf(all)).toEqual({ top: 0, bottom: 99, left: 0, right: 4 });
  });
});
