import type { Database } from '@tidemark/postgres';

/** Executes any SQL statement, for tests that change the settings or the data of Postgres. */
export async function executeSql({ db }: Database, statement: string): Promise<void> {
  await db.executeQuery({
    sql: statement,
    parameters: [],
    query: { kind: 'RawNode', sqlFragments: [statement], parameters: [] },
    queryId: { queryId: 'executeSql' },
  });
}
