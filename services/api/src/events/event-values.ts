import type { Expr } from '@tidemark/hogql';
import { astBuilder, printHogQL } from '@tidemark/hogql';
import type { Project } from '@tidemark/postgres';
import type { QueryEngine } from '@tidemark/query-engine';
import { askQuery } from '../query/ask-query';
import { listItems } from '../query-parameters';

const MAX_VALUES = 10;
const ast = astBuilder({ start: 0, end: 0 });

/** A request for the values of a property in events with these names. */
export interface EventValuesQuery {
  readonly key: string;
  /** A column of events, not a property. */
  readonly isColumn: boolean;
  /** Part of the value, any case; empty = any. */
  readonly value: string;
  readonly eventNames: readonly string[];
  /** Required values of other properties of the events, as text. */
  readonly others: readonly (readonly [key: string, values: readonly string[]])[];
}

/**
 * Values that events of the last seven days have, the most frequent first; of those that contain a search text the
 * shortest first. Items of lists count individually.
 *
 * @throws ApiError 400 for a column that does not exist
 */
export async function eventValues(
  engine: QueryEngine,
  project: Project,
  asked: EventValuesQuery,
  signal: AbortSignal,
): Promise<readonly { readonly name: string }[]> {
  const value = asText(asked.isColumn ? ast.field(asked.key) : ast.field('properties', asked.key));
  const others = asked.others.map(([key, values]) =>
    ast.compare('in', asText(ast.field('properties', key)), ast.list([...values])),
  );
  const conditions = others.map((condition) => `AND ${printHogQL(condition)}`).join(' ');
  const rows = await askQuery(
    engine,
    project,
    `SELECT ${printHogQL(value)} AS value, count() AS events FROM events
     WHERE timestamp >= toStartOfDay(now()) - toIntervalDay(7) AND event IN {names}
       AND value IS NOT NULL AND value != '' AND (empty({text}) OR value ILIKE {pattern}) ${conditions}
     GROUP BY value ORDER BY ${asked.value === '' ? '' : 'length(value), '}events DESC, value LIMIT ${MAX_VALUES}`,
    {
      names: asked.eventNames,
      text: asked.value,
      pattern: `%${asked.value.replace(/[\\%_]/g, '\\$&')}%`,
    },
    signal,
  );
  const names = rows.flatMap(([found]) => listItems(String(found)));
  return [...new Set(names)].map((name) => ({ name }));
}

function asText(expr: Expr): Expr {
  return ast.call('toString', expr);
}
