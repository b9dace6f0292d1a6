import type { QueryRequest } from './request';
import { sessionSetup } from './settings';

const request = (change: Partial<QueryRequest> = {}): QueryRequest => ({
  queryId: 'id',
  urlQuery: '',
  database: undefined,
  defaultFormat: 'TabSeparated',
  settings: new Map(),
  parameters: new Map(),
  waitEndOfQuery: false,
  isReadOnlyMethod: false,
  acceptEncoding: '',
  ...change,
});

it('a request may override the baseline', () => {
  const setup = sessionSetup(request({ settings: new Map([['async_insert', '1']]) }));
  expect(setup).toContain("async_insert = '1'");
  expect(setup).not.toContain("async_insert = '0'");
});

it('readonly is set last, and by GET', () => {
  const settings = new Map([
    ['readonly', '1'],
    ['max_threads', '2'],
  ]);
  const parameters = new Map([['a', "it's"]]);
  expect(sessionSetup(request({ settings, parameters })).split(';\n').at(-1)).toBe(
    "SET readonly = '1'",
  );
  expect(
    sessionSetup(request({ isReadOnlyMethod: true }))
      .split(';\n')
      .at(-1),
  ).toBe("SET readonly = '2'");
  expect(sessionSetup(request())).not.toContain('readonly');
});

it('parameters lift the length limit only for themselves', () => {
  const settings = new Map([['max_query_size', '1000']]);
  const lines = sessionSetup(request({ settings, parameters: new Map([['a', "x'\\"]]) })).split(
    ';\n',
  );
  expect(lines.slice(2)).toEqual([
    'SET max_query_size = 0',
    "SET param_a = 'x\\'\\\\'",
    "SET max_query_size = '1000'",
  ]);
});

it.each(['a b', 'a=1', '', "a'", 'a;b', '1a'])('%j cannot be a setting or a parameter', (name) => {
  const bad = new Map([[name, '1']]);
  expect(() => sessionSetup(request({ settings: bad }))).toThrow('UNKNOWN_SETTING');
  if (name !== '1a' && name !== '')
    expect(() => sessionSetup(request({ parameters: bad }))).toThrow('UNKNOWN_SETTING');
});
