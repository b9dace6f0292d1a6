import type { ByteQuery } from '../clickhouse';
import type { ExportColumn, RowStyle } from './columns';
import { selectList } from './columns';
import type { PersonSlice } from './person-slices';
import { idsIn } from './person-slices';
import type { ExportSelection } from './selection';
import { allOf, ofProject, within } from './selection';

/** The columns of PostHog's persons model: one row for each distinct id of a person that is not deleted. */
const COLUMNS: readonly ExportColumn[] = [
  { name: 'team_id', value: '{project:Int64}', kind: 'number' },
  { name: 'distinct_id', value: 'd.distinct_id', kind: 'text' },
  { name: 'person_id', value: 'toString(p.id)', kind: 'text' },
  { name: 'properties', value: 'p.latest.1', kind: 'document' },
  { name: 'person_version', value: 'p.version', kind: 'number' },
  { name: 'person_distinct_id_version', value: 'd.version', kind: 'number' },
  { name: 'created_at', value: 'p.latest.2', kind: 'timestamp' },
  { name: '_inserted_at', value: 'p.latest.3', kind: 'timestamp' },
];

/**
 * Returns the query for the distinct ids of persons in a slice that changed in the interval, with their current values.
 * Both types of interval mean the time of the last change, because persons have no timestamp.
 */
export function personRows(
  selection: ExportSelection,
  slice: PersonSlice,
  style: RowStyle,
): Pick<ByteQuery, 'name' | 'sql' | 'params' | 'format'> {
  const { interval } = selection;
  const { sql: list, format: engineFormat } = selectList(COLUMNS, style);
  const persons = allOf([ofProject(selection), idsIn('id', slice)]);
  const owners = allOf([ofProject(selection), idsIn('person_id', slice)]);
  const changed = within('latest.3', 'changed', interval.start, interval.end);
  return {
    name: 'export_persons',
    sql: `SELECT
  ${list}
FROM (
  SELECT distinct_id, argMax(person_id, t.version) AS person_id, max(t.version) AS version
  FROM person_distinct_id AS t
  PREWHERE team_id = {project:Int64}
  WHERE distinct_id IN (SELECT distinct_id FROM person_distinct_id PREWHERE ${owners.sql})
  GROUP BY distinct_id
  HAVING NOT argMax(is_deleted, t.version)
) AS d
INNER JOIN (
  SELECT id, max(t.version) AS version,
    argMax((properties_text, created_at, inserted_at, is_deleted), t.version) AS latest
  FROM person AS t
  PREWHERE ${persons.sql}
  GROUP BY id
  HAVING NOT latest.4${changed === null ? '' : ` AND ${changed.sql}`}
) AS p ON p.id = d.person_id
ORDER BY p.id, d.distinct_id`,
    params: { ...persons.params, ...changed?.params },
    format: engineFormat,
  };
}
