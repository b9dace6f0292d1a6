import { ownError } from '../errors';
import { insertFromFile } from './insert';
import { analyseStatement } from './statement';

function rewritten(sql: string): [statement: string, data: string] {
  const statement = analyseStatement(sql);
  if (statement.kind !== 'insert-data')
    throw new Error(`${statement.kind}, not an insert with data`);
  return [insertFromFile(statement, '/f'), sql.slice(statement.dataAt)];
}
const FILE = "FROM INFILE '/f' COMPRESSION 'none'";

it.each([
  [
    'INSERT INTO t FORMAT JSONEachRow\n{"a":1}',
    `INSERT INTO t ${FILE} FORMAT JSONEachRow`,
    '{"a":1}',
  ],
  ['insert into t format CSV 1,2', `insert into t ${FILE} format CSV`, '1,2'],
  [
    'INSERT INTO db.t (a, b) FORMAT CSV\r\n1,2',
    `INSERT INTO db.t (a, b) ${FILE} FORMAT CSV`,
    '1,2',
  ],
  ['INSERT INTO t FORMAT CSV\n\n1', `INSERT INTO t ${FILE} FORMAT CSV`, '\n1'],
  [
    'INSERT INTO t SETTINGS x = 1 FORMAT TSV\n1',
    `INSERT INTO t ${FILE} SETTINGS x = 1 FORMAT TSV`,
    '1',
  ],
  ['INSERT INTO t VALUES (1)', `INSERT INTO t ${FILE} FORMAT Values`, ' (1)'],
  ['INSERT INTO t (a) VALUES(1);', `INSERT INTO t (a) ${FILE} FORMAT Values`, '(1);'],
  [
    'INSERT INTO t SETTINGS x = 1 VALUES (1)',
    `INSERT INTO t ${FILE} SETTINGS x = 1 FORMAT Values`,
    ' (1)',
  ],
  ['INSERT INTO values VALUES (1)', `INSERT INTO values ${FILE} FORMAT Values`, ' (1)'],
  ['INSERT INTO db.format FORMAT CSV 1', `INSERT INTO db.format ${FILE} FORMAT CSV`, '1'],
  [
    'INSERT INTO t (format, values, settings) VALUES (1)',
    `INSERT INTO t (format, values, settings) ${FILE} FORMAT Values`,
    ' (1)',
  ],
  [
    "INSERT INTO TABLE FUNCTION remote('h', db.t) FORMAT CSV 1",
    `INSERT INTO TABLE FUNCTION remote('h', db.t) ${FILE} FORMAT CSV`,
    '1',
  ],
  [
    'INSERT INTO {t:Identifier} (* EXCEPT (a)) FORMAT CSV 1',
    `INSERT INTO {t:Identifier} (* EXCEPT (a)) ${FILE} FORMAT CSV`,
    '1',
  ],
  [
    "INSERT INTO t VALUES (1) ; ' not closed",
    `INSERT INTO t ${FILE} FORMAT Values`,
    " (1) ; ' not closed",
  ],
])('%j', (sql, statement, data) => {
  expect(rewritten(sql)).toEqual([statement, data]);
});

it.each([
  'INSERT INTO t SELECT 1',
  'INSERT INTO t (a) SELECT 1 FORMAT JSON',
  'INSERT INTO t (SELECT 1)',
  'INSERT INTO t WITH 1 AS x SELECT x',
  'INSERT INTO t',
])('%s has no data', (sql) => {
  expect(analyseStatement(sql)).toEqual({ kind: 'write', text: sql, isInsert: true });
});

it('INFILE and a second statement are rejected', () => {
  expect(() => analyseStatement("INSERT INTO t FROM INFILE '/x' FORMAT CSV")).toThrow(
    ownError(78, 'Query has infile and was send directly to server'),
  );
  expect(() => analyseStatement('INSERT INTO t SELECT 1; DROP TABLE t')).toThrow(
    'Multi-statements',
  );
});
