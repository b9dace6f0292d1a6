import { partToRun, statementAt, statementsOf } from './statements';

describe('statements of a text', () => {
  it('are separated by semicolons, except in strings, names and comments', () => {
    const text = "select ';' -- a;b\n; /* ; */ select `a;b`;\n;";
    expect(statementsOf(text).map((part) => part.text)).toEqual([
      "select ';' -- a;b",
      '/* ; */ select `a;b`',
    ]);
  });

  it('have the offset at which they begin', () => {
    const text = '  select 1;\n\n select 2 ';
    for (const part of statementsOf(text)) {
      expect(text.slice(part.start, part.start + part.text.length)).toBe(part.text);
    }
  });

  it('do not include comments without a statement', () => {
    expect(statementsOf('-- nothing\n;select 1')).toHaveLength(1);
  });
});

describe('the statement at the cursor', () => {
  const text = 'select 1;\nselect 2';

  it.each([
    [0, 'select 1'],
    [8, 'select 1'],
    [9, 'select 1'],
    [10, 'select 2'],
    [18, 'select 2'],
  ])('at offset %p is %p', (offset, expected) => {
    expect(statementAt(text, offset)?.text).toBe(expected);
  });

  it('is the nearest one, or null in a text without statements', () => {
    expect(statementAt('   select 1', 0)?.text).toBe('select 1');
    expect(statementAt(' -- empty', 3)).toBeNull();
  });
});

describe('the statement that Run runs', () => {
  it('is the selection without its semicolon, with its offset', () => {
    const text = 'select 1; select 2;';
    expect(partToRun(text, { from: 9, to: 19 })).toEqual({ text: 'select 2', start: 10 });
  });

  it('is the one at the cursor if nothing is selected', () => {
    expect(partToRun('select 1; select 2', { from: 14, to: 14 })?.text).toBe('select 2');
  });
});
