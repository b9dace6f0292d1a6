import type { ClickHouse } from '@tidemark/clickhouse';
import type { WarehouseColumn } from '@tidemark/contracts';
import type { WarehouseEntry } from '@tidemark/hogql';
import { compileHogQL } from '@tidemark/hogql';

/** The number of columns per statement; more columns need several statements. */
const AT_ONCE = 50;

/**
 * Whether every value of each column can be converted to the column's type: the number of converted values equals the
 * number of texts. Read from the stored rows, with the expressions that queries use.
 */
export async function judgeColumns(
  clickhouse: ClickHouse,
  projectId: number,
  table: { readonly number: number; readonly version: number },
  columns: readonly WarehouseColumn[],
): Promise<readonly WarehouseColumn[]> {
  const judged: WarehouseColumn[] = [];
  for (let from = 0; from < columns.length; from += AT_ONCE) {
    const part = columns.slice(from, from + AT_ONCE);
    const counts = await countValues(clickhouse, projectId, table, part);
    part.forEach((column, index) => {
      const [asText, asTyped] = [counts[2 * index], counts[2 * index + 1]];
      judged.push({ ...column, valid: asText === asTyped });
    });
  }
  return judged;
}

async function countValues(
  clickhouse: ClickHouse,
  projectId: number,
  { number, version }: { readonly number: number; readonly version: number },
  columns: readonly WarehouseColumn[],
): Promise<readonly unknown[]> {
  const entry: WarehouseEntry = {
    name: 'judged',
    number,
    version,
    columns: columns.flatMap(({ key, type }) => [
      { name: `text_${key}`, key, type: 'string' },
      { name: `typed_${key}`, key, type },
    ]),
  };
  const counts = entry.columns.map(({ name }) => `count(${name})`);
  const { sql, params } = compileHogQL(`SELECT ${counts.join(', ')} FROM judged`, {
    projectId,
    timezone: 'UTC',
    weekStartDay: 0,
    now: new Date(0),
    actions: new Map(),
    warehouseTables: [entry],
    defaultLimit: 1,
    maxRows: 1,
  });
  const { rows } = await clickhouse.query<unknown[]>({
    name: 'warehouse_columns',
    sql,
    params,
    projectId,
    settings: { readonly: 1, transform_null_in: 1 },
  });
  return rows[0] ?? [];
}
