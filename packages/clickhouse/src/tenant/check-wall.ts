import type { NamedQuery, QueryResult } from '../clickhouse';
import { ClickHouseQueryError } from '../errors';
import { PROJECT_SETTING, TENANT_TABLES } from './tenant-tables';

type Query = (query: NamedQuery) => Promise<Pick<QueryResult<unknown[]>, 'rows'>>;

/** An id that no project has. */
const NO_PROJECT = '0';

/**
 * Checks the row policies: reads the rows of a project that does not exist as the tenant user. With all policies,
 * there are no such rows.
 *
 * @returns null if all policies are in place, else a text for operators that describes what is missing
 * @throws ClickHouseUnavailableError
 */
export async function missingWall(query: Query): Promise<string | null> {
  const counts = TENANT_TABLES.map((table) => `(SELECT count() FROM ${table})`);
  try {
    const { rows } = await query({
      name: 'tenant_wall',
      sql: `SELECT ${counts.join(', ')}`,
      settings: { [PROJECT_SETTING]: NO_PROJECT, readonly: 1 },
    });
    const open = TENANT_TABLES.filter((_, index) => rows[0]?.[index] !== 0);
    return open.length === 0 ? null : `no row policy on ${open.join(', ')}`;
  } catch (error) {
    if (!(error instanceof ClickHouseQueryError)) throw error;
    return reasonOf(error);
  }
}

/** Returns a reason by the code of an error. The texts of ClickHouse's errors may contain addresses and versions. */
export function reasonOf({ code, type }: ClickHouseQueryError): string {
  const known: Readonly<Record<number, string>> = {
    60: 'a table is missing: run the migrations of this version',
    115: 'the server takes no settings with the prefix SQL_ (custom_settings_prefixes)',
    497: 'a grant is missing',
    514: 'the server has no storage for users made by SQL (user_directories)',
    516: 'the user does not exist, or has another password',
  };
  return `${known[code] ?? 'ClickHouse rejects'} (${type ?? 'error'} ${code})`;
}
