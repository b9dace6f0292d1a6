import { astBuilder, printHogQL } from '@tidemark/hogql';
import type { Project } from '@tidemark/postgres';
import type { QueryEngine } from '@tidemark/query-engine';
import { askQuery } from '../query/ask-query';

const MAX_VALUES = 20;

/** The most frequent values of a person property, with how many persons have each. */
export async function personValues(
  engine: QueryEngine,
  project: Project,
  asked: { readonly key: string; readonly value: string },
  signal: AbortSignal,
): Promise<readonly { readonly name: string; readonly count: number }[]> {
  const ast = astBuilder({ start: 0, end: 0 });
  const property = printHogQL(ast.call('toString', ast.field('properties', asked.key)));
  const rows = await askQuery(
    engine,
    project,
    `SELECT ${property} AS value, count() AS persons FROM persons
     WHERE value IS NOT NULL AND value != '' AND (empty({text}) OR value ILIKE {pattern})
     GROUP BY value ORDER BY persons DESC, value LIMIT ${MAX_VALUES}`,
    { text: asked.value, pattern: `%${asked.value.replace(/[\\%_]/g, '\\$&')}%` },
    signal,
  );
  return rows.map(([name, count]) => ({ name: String(name), count: Number(count) }));
}
