import type { Database } from '@tidemark/postgres';

/** Runs a statement that no repository has: for tests that change how Postgres behaves. */
export async function executeSql({ db }: Database, statement: string): Promise<void> {
  await db.executeQuery({
    sql: statement,
    parameters: [],
    query: { kind: 'RawNode', sqlFragments: [statement], parameters: [] },
    queryId: { queryId: 'executeSql' },
  });
}
