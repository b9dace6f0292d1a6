import { walkedTo } from './walk';

describe('walkedTo', () => {
  const SIZES = [2, 0, 3];

  it.each([
    ['ArrowRight', { column: 0, row: 1 }, { column: 2, row: 1 }],
    ['ArrowLeft', { column: 2, row: 2 }, { column: 0, row: 1 }],
    ['ArrowLeft', { column: 0, row: 1 }, { column: 0, row: 1 }],
    ['ArrowDown', { column: 2, row: 1 }, { column: 2, row: 2 }],
    ['ArrowDown', { column: 2, row: 2 }, { column: 2, row: 2 }],
    ['ArrowUp', { column: 0, row: 0 }, { column: 0, row: 0 }],
    ['Home', { column: 2, row: 2 }, { column: 0, row: 1 }],
    ['End', { column: 0, row: 1 }, { column: 2, row: 1 }],
  ])('goes by %s from %j to %j', (key, from, to) => {
    expect(walkedTo(key, from, SIZES)).toEqual(to);
  });

  it('begins at the start, or at the end that Home or End names', () => {
    const start = { column: 2, row: 0 };
    expect(walkedTo('ArrowRight', null, SIZES)).toEqual({ column: 0, row: 0 });
    expect(walkedTo('ArrowLeft', null, SIZES, start)).toEqual(start);
    expect(walkedTo('Home', null, SIZES, start)).toEqual({ column: 0, row: 0 });
    expect(walkedTo('End', null, SIZES)).toEqual({ column: 2, row: 0 });
  });

  it('goes through a single column by all arrow keys', () => {
    expect(walkedTo('ArrowRight', { column: 0, row: 0 }, [3])).toEqual({ column: 0, row: 1 });
    expect(walkedTo('ArrowUp', { column: 0, row: 2 }, [3])).toEqual({ column: 0, row: 1 });
    expect(walkedTo('ArrowLeft', { column: 0, row: 0 }, [3])).toEqual({ column: 0, row: 0 });
  });

  it('selects nothing by other keys or without marks', () => {
    expect(walkedTo('Enter', { column: 0, row: 0 }, SIZES)).toBeNull();
    expect(walkedTo('ArrowRight', null, [])).toBeNull();
    expect(walkedTo('ArrowRight', null, [0, 0])).toBeNull();
  });
});
