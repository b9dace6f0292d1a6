import { call, column, number, selectFrom, text } from '../build';
import type { SqlExpr, SqlQuery, SqlScan } from '../nodes';
import { printSql } from './print-sql';

const SCAN: SqlScan = {
  kind: 'scan',
  table: 'events',
  columns: [{ name: 'event', expr: column('t', 'event') }],
  where: null,
  latest: null,
  groupBy: [],
  first: null,
};

function selecting(expr: SqlExpr): SqlQuery {
  return selectFrom({ source: SCAN, alias: 'events', joins: [] }, [{ name: 'x', expr }]);
}

function scanning(expr: SqlExpr): SqlQuery {
  return { ...SCAN, columns: [{ name: 'x', expr }] };
}

describe('printSql', () => {
  it('guards a scan with a qualified PREWHERE', () => {
    expect(printSql(SCAN, 7).sql).toBe(
      'SELECT t.event AS c0 FROM events AS t PREWHERE t.team_id = 7',
    );
  });

  it('keeps the guard first when the scan has conditions and several versions', () => {
    const scan: SqlScan = {
      ...SCAN,
      table: 'groups',
      where: call('equals', column('t', 'group_type_index'), number(0)),
      latest: { keys: ['group_key'], version: 'version', deleted: 'is_deleted' },
    };
    expect(printSql(scan, 7).sql).toBe(
      'SELECT t.event AS c0 FROM groups AS t PREWHERE t.team_id = 7 ' +
        'WHERE equals(t.group_type_index, 0) GROUP BY t.group_key HAVING argMax(t.is_deleted, t.version) = 0',
    );
  });

  it('binds strings and shares equal ones', () => {
    const expr = call('concat', text("it's"), text('b'), text("it's"));
    const { sql, params } = printSql(selecting(expr), 7);
    expect(sql).toContain('concat({p0:String}, {p1:String}, {p0:String})');
    expect(params).toEqual({ p0: "it's", p1: 'b' });
  });

  it.each<[string, SqlQuery]>([
    ['an unknown table', { ...SCAN, table: 'system.one' }],
    ['an unknown function', selecting(call('file', text('/etc/passwd')))],
    ['a function that is not a name', selecting(call('plus(1,1) --', number(1)))],
    [
      'an unknown join',
      selectFrom(
        {
          source: SCAN,
          alias: 'a',
          joins: [{ type: 'GLOBAL JOIN', source: SCAN, alias: 'b', on: null }],
        },
        [{ name: 'x', expr: number(1) }],
      ),
    ],
    [
      'an unknown set operator',
      { kind: 'set', first: SCAN, rest: [{ operator: 'UNION ALL SELECT 1 --', query: SCAN }] },
    ],
    [
      'an unknown window frame',
      selecting({
        kind: 'window',
        call: call('rank'),
        partitionBy: [],
        orderBy: [],
        frame: { method: 'ROWS 1', from: { direction: 'CURRENT ROW', rows: null }, to: null },
      }),
    ],
    [
      'a fractional limit',
      { ...selectFrom({ source: SCAN, alias: 'a', joins: [] }, []), limit: 1.5 },
    ],
  ])('does not print %s', (_, query) => {
    expect(() => printSql(query, 7)).toThrow(/^Cannot print/);
  });

  it.each([1.5, Number.NaN, Number.POSITIVE_INFINITY])('rejects the project id %p', (id) => {
    expect(() => printSql(SCAN, id)).toThrow('Cannot print the project id');
  });

  it('prints reads of JSON sub-columns with every key quoted separately', () => {
    const read = (kind: 'string' | 'any'): SqlExpr => ({
      kind: 'json',
      table: 't',
      column: 'properties',
      path: ['a.b', 'c`d'],
      read: kind,
    });
    expect(printSql(scanning(read('string')), 7).sql).toContain(
      't.properties.`a\\x252Eb`.`c\\x60d`.:String AS c0',
    );
    expect(printSql(scanning(read('any')), 7).sql).toContain('t.properties.@`a\\x252Eb`.`c\\x60d`');
  });
});
