import { columnWindow } from './column-window';

const WIDTHS = Array.from({ length: 20 }, () => 200);

describe('the drawn columns of a wide grid', () => {
  it.each([
    [{ left: 0, width: 900 }, 0, [0, 5]],
    [{ left: 0, width: 900 }, 400, [0, 7]],
    [{ left: 1_000, width: 900 }, 400, [3, 12]],
    [{ left: 3_100, width: 900 }, 400, [13, 20]],
    [{ left: 9_000, width: 900 }, 0, [19, 20]],
  ])('of the view %j and %i pixels beside it are %j', (view, beyond, drawn) => {
    expect(columnWindow(WIDTHS, view, beyond)).toEqual(drawn);
  });

  it('are all columns of a narrow grid', () => {
    expect(columnWindow([130, 400, 90], { left: 0, width: 900 }, 0)).toEqual([0, 3]);
  });

  it('are none of a grid without columns', () => {
    expect(columnWindow([], { left: 0, width: 900 }, 0)).toEqual([0, 0]);
  });
});
