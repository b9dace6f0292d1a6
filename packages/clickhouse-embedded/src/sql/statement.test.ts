import { outfileClause, readIntoFile, analyseStatement } from './statement';

function intoFile(sql: string): string {
  const statement = analyseStatement(sql);
  if (statement.kind !== 'read') throw new Error(`${statement.kind}, not a read`);
  return readIntoFile(statement, ' <FILE>', 'TSV');
}

it.each([
  ['SELECT 1', 'SELECT 1 <FILE> FORMAT TSV'],
  ['SELECT 1;', 'SELECT 1 <FILE> FORMAT TSV'],
  ['SELECT 1 -- end', 'SELECT 1 <FILE> FORMAT TSV'],
  ['SELECT 1 FORMAT JSON', 'SELECT 1 <FILE>FORMAT JSON'],
  [
    'SELECT 1 format JSON settings max_threads = 1',
    'SELECT 1 <FILE>format JSON settings max_threads = 1',
  ],
  [
    'SELECT 1 SETTINGS max_threads = 1 FORMAT JSON',
    'SELECT 1 SETTINGS max_threads = 1 <FILE>FORMAT JSON',
  ],
  ['SELECT 1 AS format', 'SELECT 1 AS format <FILE> FORMAT TSV'],
  ["SELECT 'FORMAT JSON'", "SELECT 'FORMAT JSON' <FILE> FORMAT TSV"],
  [
    'SELECT * FROM (SELECT 1 FORMAT JSON)',
    'SELECT * FROM (SELECT 1 FORMAT JSON) <FILE> FORMAT TSV',
  ],
  [
    'WITH x AS (SELECT 1) SELECT * FROM x',
    'WITH x AS (SELECT 1) SELECT * FROM x <FILE> FORMAT TSV',
  ],
  ['SHOW TABLES', 'SHOW TABLES <FILE> FORMAT TSV'],
])('%s', (sql, expected) => {
  expect(intoFile(sql)).toBe(expected);
});

it('a line comment at the end does not include the clause', () => {
  expect(outfileClause("/a'b")).toMatch(/^\nINTO OUTFILE '\/a\\'b' APPEND/);
});

it.each([
  ['CREATE TABLE t (a UInt8) ENGINE = Memory', 'write'],
  ['ALTER TABLE t DROP COLUMN a', 'write'],
  ['WITH x AS (SELECT 1) INSERT INTO t SELECT * FROM x', 'write'],
  ['SET a = 1', 'write'],
  ["KILL QUERY WHERE query_id = 'a'", 'kill'],
  ["KILL MUTATION WHERE mutation_id = 'a'", 'write'],
  ['/* c */ (SELECT 1)', 'read'],
])('%s is a %s', (sql, kind) => {
  expect(analyseStatement(sql).kind).toBe(kind);
});

describe('the list of running queries', () => {
  const isList = (sql: string): boolean => {
    const statement = analyseStatement(sql);
    return statement.kind === 'read' && statement.isProcessList;
  };
  it.each([
    'SELECT * FROM system.processes',
    'SELECT read_rows FROM system.processes WHERE query_id = {id:String} FORMAT JSON',
    'select count() from SYSTEM . processes order by 1 limit 1',
  ])('%s', (sql) => {
    expect(isList(sql)).toBe(true);
    expect(intoFile(sql)).toContain('AS query_id');
  });
  it.each([
    'SELECT * FROM system.processes, system.one',
    'SELECT * FROM system.processes AS p',
    'SELECT * FROM system.processes JOIN t ON 1',
    'SELECT * FROM system.processes WHERE query_id IN (SELECT id FROM t)',
    'SELECT * FROM processes',
    "SELECT 'FROM system.processes'",
  ])('%s is not changed', (sql) => {
    expect(isList(sql)).toBe(false);
    expect(intoFile(sql)).toBe(`${sql} <FILE> FORMAT TSV`);
  });
});
