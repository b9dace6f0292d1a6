import type { ClickHouse } from '../clickhouse';
import type { SizedSlice } from './event-slices';
import type { Condition, ExportSelection } from './selection';
import { allOf, ofProject } from './selection';

/** A range of person ids in the order of the table; null means no limit. */
export interface PersonSlice {
  readonly after: string | null;
  readonly upTo: string | null;
}

/** Divides the persons of a project into slices of at most `maxRows` persons, changed or not. */
export async function planPersonSlices(
  clickhouse: ClickHouse,
  selection: ExportSelection,
  maxRows: number,
  signal?: AbortSignal,
): Promise<readonly SizedSlice<PersonSlice>[]> {
  const slices: SizedSlice<PersonSlice>[] = [];
  for (let after: string | null = null; ;) {
    const condition = allOf([ofProject(selection), idsIn('id', { after, upTo: null })]);
    const { rows }: { readonly rows: [count: number, last: string][] } = await clickhouse.query<
      [count: number, last: string]
    >({
      name: 'export_plan_persons',
      sql: `SELECT count(), toString(max(id)) FROM (
        SELECT DISTINCT id FROM person PREWHERE ${condition.sql} ORDER BY id LIMIT {limit:UInt64})`,
      params: { ...condition.params, limit: maxRows },
      ...(signal === undefined ? {} : { signal }),
    });
    const [count, last] = rows[0] ?? [0, ''];
    if (count === 0) return slices;
    slices.push({ slice: { after, upTo: last }, rows: count });
    after = last;
  }
}

export function idsIn(column: string, { after, upTo }: PersonSlice): Condition | null {
  if (after === null && upTo === null) return null;
  return allOf([
    after === null ? null : { sql: `${column} > {after:UUID}`, params: { after } },
    upTo === null ? null : { sql: `${column} <= {up_to:UUID}`, params: { up_to: upTo } },
  ]);
}
