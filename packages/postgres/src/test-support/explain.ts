import { sql } from 'kysely';
import type { Database } from '../database';

/** Runs a reader, and returns the plans of its statements, with the values written into them. */
export async function explain(
  database: Database,
  read: (database: Database) => Promise<unknown>,
): Promise<readonly string[]> {
  const statements: string[] = [];
  const { db } = database;
  const watched = db.withPlugin({
    transformQuery({ node, queryId }) {
      const compiled = db.getExecutor().compileQuery(node, queryId);
      statements.push(
        compiled.sql.replaceAll(/\$(\d+)/g, (_, at: string) => {
          const value = compiled.parameters[Number(at) - 1];
          if (value === null) return 'NULL';
          if (typeof value === 'number') return String(value);
          if (typeof value === 'string') return `'${value}'`;
          throw new Error('Only text, numbers and NULL can be written into a statement');
        }),
      );
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  });
  await read({ ...database, db: watched });
  const plans: string[] = [];
  for (const statement of statements) {
    const { rows } = await sql<{ 'QUERY PLAN': string }>`
      EXPLAIN (ANALYZE, BUFFERS) ${sql.raw(statement)}`.execute(db);
    plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'));
  }
  return plans;
}
