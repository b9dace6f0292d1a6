import type { StoreMark } from '@tidemark/platform';
import type { ClickHouse } from './clickhouse';
import { ClickHouseQueryError } from './errors';

const UNKNOWN_TABLE = 60;
const UNKNOWN_DATABASE = 81;

/** Reads and writes the id of the installation in ClickHouse, in a table that a migration creates. */
export function clickhouseMark(clickhouse: ClickHouse): StoreMark {
  return {
    store: 'clickhouse',
    async read() {
      try {
        const { rows } = await clickhouse.query<[string]>({
          name: 'installation',
          sql: 'SELECT id FROM installation ORDER BY at DESC LIMIT 1',
        });
        return rows[0]?.[0] ?? null;
      } catch (error) {
        if (!(error instanceof ClickHouseQueryError)) throw error;
        if (error.code === UNKNOWN_TABLE || error.code === UNKNOWN_DATABASE) return null;
        throw error;
      }
    },
    write: (id) => clickhouse.insertJsonEachRow('installation', [{ id }]),
  };
}
