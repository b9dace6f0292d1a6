import { csvOf } from './csv';

const ESCAPED = { escapeFormulas: true };

it('flattens, sorts, and quotes cells that need it', () => {
  const results = [
    {
      id: 7,
      name: 'A, "b"',
      deleted: false,
      pinned_at: null,
      tags: ['x'],
      created_by: { email: 'a@b.c', id: 1 },
      steps: [{ event: '$pageview', properties: null, url: '/a' }],
    },
    { id: 8, name: 'é\nf', deleted: true, tags: [], created_by: null, steps: [] },
  ];
  expect(csvOf({ count: 2, results }, ESCAPED)).toBe(
    [
      'created_by,created_by.email,created_by.id,deleted,id,name,pinned_at,steps.0.event,steps.0.properties,steps.0.url,tags.0',
      ',a@b.c,1,False,7,"A, ""b""",,$pageview,,/a,x',
      ',,,True,8,"é\nf",,,,,',
      '',
    ].join('\r\n'),
  );
});

it.each([[{ results: [] }], [{}], [undefined], [null]])('is empty for %j', (body) => {
  expect(csvOf(body, ESCAPED)).toBe('');
});

it('is a row of one resource', () => {
  expect(csvOf({ id: 1, tags: ['a', 'b'] }, ESCAPED)).toBe('id,tags.0,tags.1\r\n1,a,b\r\n');
});

describe('cells that a spreadsheet would run', () => {
  it.each([
    ['=1+1', "'=1+1"],
    ['+49 123', "'+49 123"],
    ['-2+3', "'-2+3"],
    ['-', "'-"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', "'\t=1"],
    ['\r=1', '"\'\r=1"'],
    ['\n=1', '"\'\n=1"'],
    ['\uff1d1', "'\uff1d1"],
    ['=HYPERLINK("a","b")', '"\'=HYPERLINK(""a"",""b"")"'],
    ['-5', '-5'],
    [-5, '-5'],
    [-1.5e-7, '-1.5e-7'],
    ['a=1', 'a=1'],
  ])('%j is written as %j', (value, cell) => {
    expect(csvOf({ results: [{ value }] }, ESCAPED)).toBe(`value\r\n${cell}\r\n`);
  });

  it('are escaped in the header, too', () => {
    expect(csvOf({ results: [{ '=cmd': 1 }] }, ESCAPED)).toBe("'=cmd\r\n1\r\n");
  });

  it('are not changed if that is configured', () => {
    const body = { results: [{ value: '=1+1' }] };
    expect(csvOf(body, { escapeFormulas: false })).toBe('value\r\n=1+1\r\n');
  });
});
