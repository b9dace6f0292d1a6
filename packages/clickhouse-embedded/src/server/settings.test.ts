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
  caller: 'owner',
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
  expect(sessionSetup(request({ settings, parameters }))).toMatch(/, readonly = '1'$/);
  expect(sessionSetup(request({ isReadOnlyMethod: true }))).toMatch(/, readonly = '2'$/);
  expect(sessionSetup(request())).not.toContain('readonly');
});

it('the length limit is lifted only while parameters are set', () => {
  const settings = new Map([['max_query_size', '1000']]);
  const lines = sessionSetup(request({ settings, parameters: new Map([['a', "x'\\"]]) })).split(
    ';\n',
  );
  expect(lines[0]).toContain("max_query_size = '0'");
  expect(lines.slice(1)).toEqual(["SET param_a = 'x\\'\\\\'", "SET max_query_size = '1000'"]);
});

it.each(['a b', 'a=1', '', "a'", 'a;b', '1a'])('%j cannot be a setting or a parameter', (name) => {
  const bad = new Map([[name, '1']]);
  expect(() => sessionSetup(request({ settings: bad }))).toThrow('UNKNOWN_SETTING');
  if (name !== '1a' && name !== '')
    expect(() => sessionSetup(request({ parameters: bad }))).toThrow('UNKNOWN_SETTING');
});

describe('a request of the tenant user', () => {
  const setup = (settings: readonly [string, string][]): string =>
    sessionSetup(request({ caller: 'tenant', settings: new Map(settings) }));

  it('is read-only and has only its role, with any settings', () => {
    expect(setup([['readonly', '0']])).toMatch(/, readonly = '1';\nSET ROLE tenant$/);
  });

  it('has the project of the setting SQL_tidemark_project_id only', () => {
    expect(setup([['SQL_tidemark_project_id', '7']])).toContain("query_cache_tag = '7'");
    const carried = setup([['query_cache_tag', '8']]);
    expect(carried).not.toContain('query_cache_tag');
  });
});
