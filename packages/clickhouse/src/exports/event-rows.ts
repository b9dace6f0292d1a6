import type { ByteQuery } from '../clickhouse';
import type { ExportColumn, RowStyle } from './columns';
import { selectList } from './columns';
import type { EventSlice } from './event-slices';
import { eventsIn } from './event-slices';
import type { Condition, ExportSelection } from './selection';

/** The columns of PostHog's events model. `person_id` is the current person, after merges. */
const COLUMNS: readonly ExportColumn[] = [
  { name: 'uuid', value: 'toString(e.uuid)', kind: 'text' },
  { name: 'event', value: 'e.event', kind: 'text' },
  { name: 'properties', value: 'e.properties_text', kind: 'document' },
  { name: 'distinct_id', value: 'e.distinct_id', kind: 'text' },
  { name: 'team_id', value: 'e.team_id', kind: 'number' },
  { name: 'timestamp', value: 'e.timestamp', kind: 'timestamp' },
  { name: 'created_at', value: 'e.created_at', kind: 'timestamp' },
  {
    name: 'person_id',
    value: 'toString(if(notEmpty(o.distinct_id), o.person_id, e.person_id))',
    kind: 'text',
  },
  { name: 'person_properties', value: 'toJSONString(e.person_properties)', kind: 'document' },
  { name: 'elements_chain', value: 'e.elements_chain', kind: 'text' },
  { name: '_inserted_at', value: 'e.inserted_at', kind: 'timestamp' },
];

/** Returns the query for one slice. It returns the latest copy of each event, in any order: the join may reorder blocks. */
export function eventRows(
  selection: ExportSelection,
  slice: EventSlice,
  style: RowStyle,
): Pick<ByteQuery, 'name' | 'sql' | 'params' | 'format'> {
  return rowsWhere('export_events', eventsIn(selection, slice), style);
}

/** Returns the query for all events of one person, given by distinct ids, in the format of an export. */
export function personEventRows(
  projectId: number,
  distinctIds: readonly string[],
): Pick<ByteQuery, 'name' | 'sql' | 'params' | 'format'> {
  const condition = {
    sql: 'team_id = {project:Int64} AND distinct_id IN {ids:Array(String)}',
    params: { project: projectId, ids: distinctIds },
  };
  return rowsWhere('person_events', condition, { format: 'JSONLines', escapeFormulas: false });
}

function rowsWhere(
  name: string,
  condition: Condition,
  style: RowStyle,
): Pick<ByteQuery, 'name' | 'sql' | 'params' | 'format'> {
  const { sql: list, format: engineFormat } = selectList(COLUMNS, style);
  return {
    name,
    sql: `SELECT
  ${list}
FROM (
  SELECT uuid, event, properties_text, distinct_id, team_id, timestamp, created_at, person_id,
    person_properties, elements_chain, inserted_at
  FROM events
  PREWHERE ${condition.sql}
  ORDER BY team_id, toDate(timestamp), event, cityHash64(distinct_id), cityHash64(uuid),
    inserted_at DESC
  LIMIT 1 BY toDate(timestamp), event, distinct_id, uuid
) AS e
LEFT JOIN (
  SELECT distinct_id, argMax(person_id, version) AS person_id
  FROM person_distinct_id_overrides
  PREWHERE team_id = {project:Int64}
  GROUP BY distinct_id
  HAVING NOT argMax(is_deleted, version)
) AS o ON o.distinct_id = e.distinct_id`,
    params: condition.params,
    format: engineFormat,
  };
}
