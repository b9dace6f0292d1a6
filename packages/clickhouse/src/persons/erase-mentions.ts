import type { ClickHouse } from '../clickhouse';
import type { ErasedPerson } from './erased-person';
import type { ErasureKey } from './erasure-key';
import { LARGE } from './erasure-key';

/** The maximum number of rows that one statement deletes. */
const MAX_ROWS = 5_000;
/** Shorter values and single words are common, so for these only a whole literal counts as a mention. */
const LONG_VALUE = 12;
const DIGITS = /\d{6}/;

type Erase = (table: string, condition: string, params: Record<string, unknown>) => Promise<void>;

/**
 * Removes queries that contain names of the persons from the query log, and warnings about their events. Both are found
 * first and deleted by hashes of their keys, so that no name is in a statement that the engine stores.
 */
export async function eraseMentions(
  clickhouse: ClickHouse,
  teamId: number,
  persons: readonly ErasedPerson[],
  key: ErasureKey,
  erase: Erase,
): Promise<void> {
  const mentions = persons.flatMap((person) => [
    person.personId,
    ...person.distinctIds.flatMap(mentionsOfId),
    ...person.names.flatMap(mentionsOfValue),
  ]);
  const texts = [...new Set(mentions.map((mention) => mention.toLowerCase()))];
  const ids = persons.flatMap(({ distinctIds }) => distinctIds);
  const params = { team: teamId, texts, ids };
  const named = (column: string): string =>
    `arrayExists(t -> position(lowerUTF8(${column}), t) > 0, {texts:Array(String)})`;
  const places = [
    {
      table: 'query_log',
      row: 'concat(query_id, toString(toUnixTimestamp64Micro(query_start_time)))',
      found: ['query', 'name', 'query_id'].map(named).join(' OR '),
    },
    {
      table: 'ingestion_warnings',
      row: 'toString(uuid)',
      found: `has({ids:Array(String)}, distinct_id) OR ${named('details')}`,
    },
  ];
  for (const { table, row, found } of places) {
    const hash = key.hashOf(row);
    for (;;) {
      const { rows } = await clickhouse.query<[string]>({
        name: 'mentions_of_erased_persons',
        sql: `SELECT DISTINCT ${hash} FROM ${table} WHERE team_id = {team:Int64} AND (${found})
          LIMIT ${MAX_ROWS}`,
        params,
        settings: LARGE,
      });
      if (rows.length > 0) {
        const hashes = rows.map(([value]) => value);
        await erase(table, `has({hashes:Array(String)}, ${hash})`, { hashes });
      }
      if (rows.length < MAX_ROWS) break;
    }
  }
}

/** A short id occurs in many texts, so only a whole literal counts. */
function mentionsOfId(id: string): readonly string[] {
  return id.length < 6 ? literals(id) : [id, ...escaped(id)];
}

function mentionsOfValue(value: string): readonly string[] {
  const isMention =
    value.length >= LONG_VALUE || value.includes('@') || /\s/.test(value) || DIGITS.test(value);
  return isMention ? [value, ...escaped(value)] : literals(value);
}

/** Returns the forms of a text in SQL and JSON, if they differ from the text. */
function escaped(text: string): readonly string[] {
  const forms = [text.replace(/[\\']/g, '\\$&'), JSON.stringify(text).slice(1, -1)];
  return forms.filter((form) => form !== text);
}

function literals(text: string): readonly string[] {
  return [text, ...escaped(text)].flatMap((form) => [`'${form}'`, `"${form}"`]);
}
