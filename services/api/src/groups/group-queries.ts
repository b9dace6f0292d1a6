import { astBuilder, printHogQL } from '@tidemark/hogql';
import type { Project } from '@tidemark/postgres';
import type { QueryEngine } from '@tidemark/query-engine';
import { askQuery } from '../query/ask-query';

const MAX_VALUES = 20;
const MAX_RELATED = 1_000;
/** The same number of days as in PostHog. */
const RELATED_DAYS = 90;
const ast = astBuilder({ start: 0, end: 0 });

/** The most frequent values of a property of groups of one type, with how many groups have each. */
export async function groupPropertyValues(
  engine: QueryEngine,
  project: Project,
  asked: { readonly index: number; readonly key: string; readonly value: string },
  signal: AbortSignal,
): Promise<readonly { readonly name: string; readonly count: number }[]> {
  const property = printHogQL(ast.call('toString', ast.field('properties', asked.key)));
  const rows = await askQuery(
    engine,
    project,
    `SELECT ${property} AS value, count() AS groups FROM groups
     WHERE index = {index} AND value IS NOT NULL AND value != ''
       AND (empty({text}) OR value ILIKE {pattern})
     GROUP BY value ORDER BY groups DESC, value LIMIT ${MAX_VALUES}`,
    {
      index: asked.index,
      text: asked.value,
      pattern: `%${asked.value.replace(/[\\%_]/g, '\\$&')}%`,
    },
    signal,
  );
  return rows.map(([name, count]) => ({ name: String(name), count: Number(count) }));
}

/**
 * The subject of related groups and persons, which share events of the last 90 days with it: a person (by uuid) or a
 * group (by key).
 */
export interface RelatedTo {
  /** Null: a person. */
  readonly index: number | null;
  readonly id: string;
}

/** Uuids of the persons of a group's events, by uuid. */
export async function relatedPersonIds(
  engine: QueryEngine,
  project: Project,
  to: RelatedTo,
  signal: AbortSignal,
): Promise<readonly string[]> {
  return columnOf('toString(person_id)', engine, project, to, signal);
}

/** Keys of the groups of a type that occur on the events, in order. */
export async function relatedGroupKeys(
  engine: QueryEngine,
  project: Project,
  to: RelatedTo & { readonly ofIndex: number },
  signal: AbortSignal,
): Promise<readonly string[]> {
  return columnOf(groupColumn(to.ofIndex), engine, project, to, signal);
}

async function columnOf(
  column: string,
  engine: QueryEngine,
  project: Project,
  { index, id }: RelatedTo,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const shared = index === null ? 'person_id = toUUID({id})' : `${groupColumn(index)} = {id}`;
  const rows = await askQuery(
    engine,
    project,
    `SELECT DISTINCT ${column} AS actor FROM events
     WHERE ${shared} AND timestamp > now() - toIntervalDay(${RELATED_DAYS}) AND timestamp < now()
       AND actor != '' ORDER BY actor LIMIT ${MAX_RELATED}`,
    { id },
    signal,
  );
  return rows.map(([actor]) => String(actor));
}

function groupColumn(index: number): string {
  return printHogQL(ast.field(`$group_${index}`));
}
