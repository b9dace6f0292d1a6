import { createLogger } from '@tidemark/platform';
import { createEmptyClickHouseUrl } from '@tidemark/testing';
import type { ClickHouse } from '.';
import { createClickHouse, migrate } from '.';
import { migrations } from './migrations';

const SINGLE = { kind: 'single' } as const;

describe('migrate', () => {
  let clickhouse: ClickHouse;
  beforeEach(async () => {
    const url = await createEmptyClickHouseUrl();
    clickhouse = createClickHouse({ url, logger: createLogger('test', 'silent') });
  });
  afterEach(() => clickhouse.close());

  it('applies everything once, also when two processes start together', async () => {
    await Promise.all([migrate(clickhouse, SINGLE), migrate(clickhouse, SINGLE)]);
    expect(await migrate(clickhouse, SINGLE)).toEqual([]);
    const { rows } = await clickhouse.query({
      name: 'tables',
      sql: 'SELECT name FROM system.tables WHERE database = currentDatabase() ORDER BY name',
    });
    expect(rows.flat()).toEqual([
      'cohort_people',
      'deleted_events',
      'events',
      'groups',
      'ingestion_warnings',
      'installation',
      'log_entries',
      'person',
      'person_distinct_id',
      'person_distinct_id_overrides',
      'query_log',
      'raw_sessions',
      'raw_sessions_mv',
      'schema_migrations',
      'session_replay_events',
      'warehouse_rows',
    ]);
  });

  it('runs an interrupted migration again', async () => {
    const broken = {
      id: 1,
      name: 'two',
      statements: () => ['CREATE TABLE IF NOT EXISTS a (n Int8) ENGINE = Memory', 'NONSENSE'],
    };
    await expect(migrate(clickhouse, SINGLE, [broken])).rejects.toThrow();
    const mended = { ...broken, statements: () => [broken.statements()[0]!] };
    expect(await migrate(clickhouse, SINGLE, [mended])).toEqual([{ id: 1, name: 'two' }]);
    expect(await migrate(clickhouse, SINGLE, [mended])).toEqual([]);
  });

  it('rejects a database of a newer build', async () => {
    const newer = { id: 99, name: 'later', statements: () => [] };
    await migrate(clickhouse, SINGLE, [...migrations, newer]);
    await expect(migrate(clickhouse, SINGLE)).rejects.toThrow('99 (later)');
  });
});
