import type { ClickHouse } from '../clickhouse';

/** An event's time and when the edge accepted it, in ms since the epoch. */
interface EventTimes {
  readonly at: number;
  readonly captured: number;
}

/** The first event of a distinct id and the first values of properties, from its events with a person. */
export interface FirstValues {
  readonly first: EventTimes & { readonly uuid: string };
  /** The earliest `$set_once` value of each property, without nulls. */
  readonly values: readonly (EventTimes & {
    readonly key: string;
    readonly text: string;
    readonly uuid: string;
  })[];
  /** Names of properties in `$set` or `$unset` of any of the events. */
  readonly otherwise: readonly string[];
}

export interface FirstValuesRequest {
  readonly projectId: number;
  readonly distinctIds: readonly string[];
  /** For events before this time, in ms since the epoch, the time of acceptance is used. */
  readonly credibleFrom: number;
  /** Names of events whose properties do not change persons. */
  readonly neutralEvents: readonly string[];
}

/** The ids are bound parameters, for which the engine's default limit is 256 KiB. */
const LARGE = { max_query_size: 64 * 1024 * 1024, max_execution_time: 600 };

const OWN = `team_id = {team:Int64} AND has({ids:Array(String)}, distinct_id) AND person_mode = 'full'`;
const TIMES = `
  toUnixTimestamp64Milli(created_at) AS captured,
  if(toUnixTimestamp64Milli(timestamp) < {credible:Int64}, captured, toUnixTimestamp64Milli(timestamp)) AS at`;

/** Returns the values by distinct id; ids without such events are missing. */
export async function findFirstValues(
  clickhouse: ClickHouse,
  request: FirstValuesRequest,
): Promise<ReadonlyMap<string, FirstValues>> {
  const { projectId, distinctIds, credibleFrom, neutralEvents } = request;
  const params = {
    team: projectId,
    ids: distinctIds,
    credible: credibleFrom,
    neutral: neutralEvents,
  };
  const { rows } = await clickhouse.query<
    [id: string, at: unknown, captured: unknown, uuid: string, otherwise: string[]]
  >({
    name: 'first_events_of_persons',
    sql: `
      SELECT distinct_id, tupleElement(min(o) AS first, 1), tupleElement(first, 2), tupleElement(first, 3),
        groupUniqArrayArray(names)
      FROM (
        SELECT distinct_id, ${TIMES}, tuple(at, captured, toString(uuid)) AS o,
          if(has({neutral:Array(String)}, event), [], arrayConcat(
            JSONExtractKeys(properties_text, '$set'),
            JSONExtractKeys(properties_text, '$unset'),
            JSONExtract(properties_text, '$unset', 'Array(String)'))) AS names
        FROM events WHERE ${OWN}
      )
      GROUP BY distinct_id`,
    params,
    settings: LARGE,
  });
  const values = await findValues(clickhouse, params);
  return new Map(
    rows.map(([id, at, captured, uuid, otherwise]) => [
      id,
      {
        first: { at: Number(at), captured: Number(captured), uuid },
        values: values.get(id) ?? [],
        otherwise,
      },
    ]),
  );
}

async function findValues(
  clickhouse: ClickHouse,
  params: Record<string, unknown>,
): Promise<ReadonlyMap<string, FirstValues['values']>> {
  const { rows } = await clickhouse.query<
    [id: string, key: string, at: unknown, captured: unknown, uuid: string, text: string]
  >({
    name: 'first_values_of_persons',
    sql: `
      SELECT distinct_id, key, tupleElement(min(o) AS first, 1), tupleElement(first, 2),
        tupleElement(first, 3), tupleElement(first, 4)
      FROM (
        SELECT distinct_id, ${TIMES}, tupleElement(pair, 1) AS key, tupleElement(pair, 2) AS text,
          tuple(at, captured, toString(uuid), text) AS o
        FROM events
        ARRAY JOIN JSONExtractKeysAndValuesRaw(properties_text, '$set_once') AS pair
        WHERE ${OWN} AND NOT has({neutral:Array(String)}, event)
      )
      WHERE text != 'null'
      GROUP BY distinct_id, key`,
    params,
    settings: LARGE,
  });
  const byId = new Map<string, FirstValues['values'][number][]>();
  for (const [id, key, at, captured, uuid, text] of rows) {
    const known = byId.get(id) ?? [];
    known.push({ key, text, uuid, at: Number(at), captured: Number(captured) });
    byId.set(id, known);
  }
  return byId;
}

/** A value that a property of one of the ids has, as JSON text. */
export interface AskedValue {
  readonly distinctId: string;
  readonly key: string;
  readonly text: string;
}

/** Returns the given values that an event of their distinct id set with `$set_once`. */
export async function findSentValues(
  clickhouse: ClickHouse,
  projectId: number,
  asked: readonly AskedValue[],
): Promise<readonly AskedValue[]> {
  if (asked.length === 0) return [];
  const { rows } = await clickhouse.query<[distinctId: string, key: string, text: string]>({
    name: 'sent_values_of_persons',
    sql: `
      SELECT DISTINCT distinct_id, tupleElement(pair, 1), tupleElement(pair, 2)
      FROM events
      ARRAY JOIN JSONExtractKeysAndValuesRaw(properties_text, '$set_once') AS pair
      WHERE ${OWN} AND has({values:Array(String)}, concat(tupleElement(pair, 1), '\\n', tupleElement(pair, 2)))`,
    params: {
      team: projectId,
      ids: [...new Set(asked.map(({ distinctId }) => distinctId))],
      values: [...new Set(asked.map(({ key, text }) => `${key}\n${text}`))],
    },
    settings: LARGE,
  });
  return rows.map(([distinctId, key, text]) => ({ distinctId, key, text }));
}
