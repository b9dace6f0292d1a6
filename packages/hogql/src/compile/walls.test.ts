import * as fc from 'fast-check';
import { HogQLError } from '../syntax/errors';
import { compileHogQL } from './compile-hogql';
import { compileContext } from './test-support/context';
import { HOSTILE_STATEMENTS } from './test-support/hostile-statements';
import { randomStatement } from './test-support/random-statements';
import { unguardedScans } from './test-support/unguarded-scans';

const PROJECT = 41_173;

/** The printed SQL, or null when the statement was rejected as expected. */
function compiled(source: string): { sql: string; params: Record<string, string> } | null {
  try {
    return compileHogQL(source, compileContext({ projectId: PROJECT }));
  } catch (error) {
    if (error instanceof HogQLError) return null;
    throw error;
  }
}

describe('walls', () => {
  it.each(HOSTILE_STATEMENTS)('rejects or guards %s', (source) => {
    const result = compiled(source);
    expect(result === null ? [] : unguardedScans(result.sql, PROJECT)).toEqual([]);
  });

  it.each([
    "select * from url('http://x')",
    'select * from system.one',
    'select * from person',
    'select * from default.events',
    "select file('/etc/passwd')",
    'select hostName()',
    'select toInt32(distinct_id) from events',
    'select sleep(1)',
    'select 1 as team_id from events',
    'with 1 as team_id select event from events',
    'with team_id as (select 1) select event from events',
    'select event from events as team_id',
    'select arrayMap(team_id -> 1, [1])',
    'select 1; select 2',
    'select 1 settings readonly = 0',
    'select cast(distinct_id as IPv4) from events',
    "select dictGet('d', 'a', 1)",
  ])('rejects %s', (source) => {
    expect(compiled(source)).toBeNull();
  });

  it('guards every scan of random statements', () => {
    let accepted = 0;
    fc.assert(
      fc.property(randomStatement, (source) => {
        const result = compiled(source);
        if (result === null) return;
        accepted += 1;
        expect(unguardedScans(result.sql, PROJECT)).toEqual([]);
      }),
      { numRuns: 1500 },
    );
    expect(accepted).toBeGreaterThan(500);
  });

  it('binds every text, whatever it contains', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (value) => {
        const source = `select {v}, event from events where event = {v} and properties.x in ({v}, 'b')`;
        const { sql, params } = compileHogQL(
          source,
          compileContext({ projectId: PROJECT, values: { v: value } }),
        );
        expect(unguardedScans(sql, PROJECT)).toEqual([]);
        expect(Object.values(params)).toContain(value);
      }),
    );
  });

  it('quotes every property key and alias, whatever it contains', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), (key) => {
        const quoted = key.replaceAll('\\', '\\\\').replaceAll('`', '\\`');
        const result = compiled(`select properties.\`${quoted}\` as \`${quoted}\` from events`);
        if (result !== null) expect(unguardedScans(result.sql, PROJECT)).toEqual([]);
      }),
    );
  });

  it.each([
    't',
    'team_id',
    't.team_id',
    'tuple',
    'c0',
    'r0',
    'events',
    '__proto__',
    'a`b',
    'a.b',
    'SETTINGS',
  ])('prints no alias of a user that is called %j', (name) => {
    const quoted = `\`${name.replaceAll('`', '\\`')}\``;
    const column = { name, key: 'k0', type: 'string' } as const;
    const tables = [{ name: 'w', number: 1, version: 1, columns: [column] }];
    let printed = 0;
    for (const source of [
      `select * from w`,
      `select ${quoted} from w as ${quoted}`,
      `select event as ${quoted} from events order by ${quoted}`,
      `with x as (select event as ${quoted} from events) select ${quoted} from x`,
      `with ${quoted} as (select event from events) select event from ${quoted}`,
      `select properties.${quoted} from events`,
      `select ${quoted} from events array join [1] as ${quoted}`,
      `select arrayMap(${quoted} -> ${quoted}, [1]) from events`,
    ]) {
      try {
        const context = compileContext({ projectId: PROJECT, warehouseTables: tables });
        const { sql } = compileHogQL(source, context);
        printed += 1;
        expect(unguardedScans(sql, PROJECT)).toEqual([]);
      } catch (error) {
        if (!(error instanceof HogQLError)) throw error;
      }
    }
    expect(printed).toBeGreaterThan(1);
  });

  it('stops statements whose text would grow beyond bounds', () => {
    const doubling = Array.from({ length: 40 }, (_, n) => `+a${n} as a${n + 1})`).join('+a0');
    const source = `select ${'('.repeat(40)}1 as a0${doubling.replace(/\+a0\+/g, '+')}`;
    expect(compiled(source)).toBeNull();
    const ctes = Array.from({ length: 30 }, (_, n) =>
      n === 0
        ? 'c0 as (select event from events)'
        : `c${n} as (select a.event from c${n - 1} a join c${n - 1} b on a.event = b.event)`,
    );
    expect(compiled(`with ${ctes.join(', ')} select * from c29`)).toBeNull();
  });
});
