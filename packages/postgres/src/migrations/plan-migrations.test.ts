import type { LedgerRow } from './plan-migrations';
import { SchemaDriftError, checksumOf, planMigrations } from './plan-migrations';

const first = { id: 1, name: 'first', sql: 'SELECT 1' };
const second = { id: 2, name: 'second', sql: 'SELECT 2' };

function applied(migration: typeof first, overrides: Partial<LedgerRow> = {}): LedgerRow {
  const { id, name } = migration;
  return { id, name, checksum: checksumOf(migration), finished_at: new Date(), ...overrides };
}

describe('planMigrations', () => {
  it('runs all migrations on an empty ledger, in order of id', () => {
    expect(planMigrations([second, first], [])).toEqual([first, second]);
  });

  it('leaves out finished migrations', () => {
    expect(planMigrations([first, second], [applied(first)])).toEqual([second]);
  });

  it('runs an unfinished migration again, even with another text', () => {
    const half = applied(first, { finished_at: null, checksum: 'of an earlier attempt' });
    expect(planMigrations([first], [half])).toEqual([first]);
  });

  it.each([
    ['unknown to this build', [applied(second)]],
    ['changed after it was applied', [applied(first, { checksum: 'other' })]],
    ['is other in the database', [applied(first, { name: 'other' })]],
  ])('rejects a ledger row that %s', (text, ledger) => {
    expect(() => planMigrations([first], ledger)).toThrow(SchemaDriftError);
    expect(() => planMigrations([first], ledger)).toThrow(text);
  });
});
