import type { ClickHouse } from '../clickhouse';
import type { ErasedPerson } from './erased-person';
import type { ErasureKey } from './erasure-key';
import { LARGE } from './erasure-key';

/** Rows of one statement that deletes. */
const MAX_ROWS = 5_000;
/** Shorter values, and single words, are common: only a whole literal counts as a mention. */
const LONG_VALUE = 12;
const DIGITS = /\d{6}/;

type Erase = (table: string, condition: string, params: Record<string, unknown>) => Promise<void>;

/**
 * Removes queries that name the persons from the log of queries, and warnings about their events. Both are looked up
 * first and deleted by hashes of their keys, so that no name gets into a statement that the engine keeps.
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

/** An id of a few characters is in many texts, so it has to be a whole literal. */
function mentionsOfId(id: string): readonly string[] {
  return id.length < 6 ? literals(id) : [id, ...escaped(id)];
}

function mentionsOfValue(value: string): readonly string[] {
  const isMention =
    value.length >= LONG_VALUE || value.includes('@') || /\s/.test(value) || DIGITS.test(value);
  return isMention ? [value, ...escaped(value)] : literals(value);
}

/** As it is written in SQL or JSON, where that differs. */
function escaped(text: string): readonly string[] {
  const forms = [text.replace(/[\\']/g, '\\$&'), JSON.stringify(text).slice(1, -1)];
  return forms.filter((form) => form !== text);
}

function literals(text: string): readonly string[] {
  return [text, ...escaped(text)].flatMap((form) => [`'${form}'`, `"${form}"`]);
}
