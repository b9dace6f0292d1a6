import { migrations } from '.';

const CLUSTER = { kind: 'cluster', cluster: 'tidemark' } as const;

describe('migrations', () => {
  it('have increasing, unique numbers', () => {
    const ids = migrations.map(({ id }) => id);
    expect(ids).toEqual([...new Set(ids)].sort((a, b) => a - b));
  });

  it('can run twice: every statement has IF NOT EXISTS, or writes the same values again', () => {
    for (const topology of [CLUSTER, { kind: 'single' } as const]) {
      const statements = migrations.flatMap((migration) => migration.statements(topology));
      expect(statements.length).toBeGreaterThan(0);
      for (const statement of statements) {
        expect(statement).toMatch(
          /^CREATE (TABLE|MATERIALIZED VIEW) IF NOT EXISTS |^ALTER TABLE .* (ADD (COLUMN|INDEX) IF NOT EXISTS|DROP INDEX IF EXISTS|MATERIALIZE (COLUMN|INDEX)|MODIFY SETTING) |^INSERT INTO raw_sessions\s/,
        );
      }
    }
  });

  it('run on every node of a cluster, replicated, with a Distributed table of the public name', () => {
    const statements = migrations.flatMap((migration) => migration.statements(CLUSTER));
    expect(statements).toMatchSnapshot();
  });

  it('spell the single-node tables like this', () => {
    const statements = migrations.flatMap((migration) => migration.statements({ kind: 'single' }));
    expect(statements).toMatchSnapshot();
  });
});
