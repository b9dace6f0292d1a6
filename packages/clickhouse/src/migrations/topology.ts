/**
 * The nodes with the tables. `single` is one node, also the embedded engine. With `cluster`, every statement runs ON
 * CLUSTER with Replicated engines, and a Distributed table with the public name is created over a `_local` table.
 */
export type Topology =
  { readonly kind: 'single' } | { readonly kind: 'cluster'; readonly cluster: string };

export interface Migration {
  readonly id: number;
  readonly name: string;
  /** Statements in order, each idempotent. */
  statements(topology: Topology): string[];
}

export interface TableDefinition {
  readonly name: string;
  /** Column and index list, without the outer parentheses. */
  readonly columns: string;
  /** Engine family with its arguments, such as `ReplacingMergeTree` and `version`. */
  readonly engine: { readonly family: string; readonly args: readonly string[] };
  /** PARTITION BY / ORDER BY text. */
  readonly layout: string;
  /** Sharding expression of the Distributed table; null stores all rows on every node. */
  readonly shardBy: string | null;
}

/**
 * A wide part of a few thousand events has over a thousand files; a compact part has a dozen and needs half of the CPU
 * to write. Merges create the large parts, which are wide.
 */
const EVERYWHERE = ['min_bytes_for_wide_part = 134217728'];

/**
 * On a single node, a part is written to disk before its insert is acknowledged, because the events are then removed
 * from the log. A cluster has replicas instead.
 */
const SINGLE_NODE = ['fsync_after_insert = 1', 'fsync_part_directory = 1'];

function settings(...lists: readonly (readonly string[])[]): string {
  return `SETTINGS ${lists.flat().join(', ')}`;
}

/** Returns the CREATE TABLE statements of one table for a topology. */
export function createTable(table: TableDefinition, topology: Topology): string[] {
  const { family, args } = table.engine;
  if (topology.kind === 'single') {
    return [
      `CREATE TABLE IF NOT EXISTS ${table.name} (${table.columns}) ENGINE = ${family}(${args.join(', ')}) ${table.layout} ${settings(EVERYWHERE, SINGLE_NODE)}`,
    ];
  }
  const on = `ON CLUSTER '${topology.cluster}'`;
  const local = table.shardBy === null ? table.name : `${table.name}_local`;
  const shard = table.shardBy === null ? 'all' : '{shard}';
  const path = `'/clickhouse/tables/${shard}/{database}/${local}'`;
  const replica = table.shardBy === null ? `'{shard}-{replica}'` : `'{replica}'`;
  const replicated = `Replicated${family}(${[path, replica, ...args].join(', ')})`;
  const create = `CREATE TABLE IF NOT EXISTS ${local} ${on} (${table.columns}) ENGINE = ${replicated} ${table.layout} ${settings(EVERYWHERE)}`;
  if (table.shardBy === null) return [create];
  return [
    create,
    `CREATE TABLE IF NOT EXISTS ${table.name} ${on} AS ${local} ENGINE = Distributed('${topology.cluster}', currentDatabase(), ${local}, ${table.shardBy})`,
  ];
}

export interface ColumnAddition {
  /** Public name of a sharded table. */
  readonly table: string;
  readonly name: string;
  /** Type with its default. */
  readonly type: string;
  /** Whether the default is written into existing rows. */
  readonly materialize: boolean;
}

/** Returns the ALTER statements that add a column to a sharded table. On a cluster, the local tables come first. */
export function addColumn(column: ColumnAddition, topology: Topology): string[] {
  const { table, name, type } = column;
  const add = (target: string, on: string): string =>
    `ALTER TABLE ${target}${on} ADD COLUMN IF NOT EXISTS ${name} ${type}`;
  const materialize = (target: string, on: string): string[] =>
    column.materialize ? [`ALTER TABLE ${target}${on} MATERIALIZE COLUMN ${name}`] : [];
  if (topology.kind === 'single') return [add(table, ''), ...materialize(table, '')];
  const on = ` ON CLUSTER '${topology.cluster}'`;
  const local = `${table}_local`;
  return [add(local, on), ...materialize(local, on), add(table, on)];
}

/**
 * Returns one ALTER statement that writes the defaults of columns into existing rows in a single pass, so that common
 * parts of their expressions are computed once. The engine runs it in the background, also after a restart; until it
 * has finished, the values are computed at every read.
 */
export function materializeColumns(
  table: string,
  names: readonly string[],
  topology: Topology,
): string {
  const alter =
    topology.kind === 'single'
      ? `ALTER TABLE ${table}`
      : `ALTER TABLE ${table}_local ON CLUSTER '${topology.cluster}'`;
  const columns = names.map((name) => `MATERIALIZE COLUMN ${name}`);
  return `${alter} ${columns.join(', ')} SETTINGS mutations_sync = 0`;
}

/**
 * Returns the ALTER statements that add an index to a sharded table, also for existing rows, and remove the replaced
 * index. Only the local tables of a cluster have indexes, not the Distributed table.
 */
export function replaceIndex(
  index: { readonly table: string; readonly name: string; readonly replaces: string | null },
  definition: string,
  topology: Topology,
): string[] {
  const { table, name, replaces } = index;
  const alter =
    topology.kind === 'single'
      ? `ALTER TABLE ${table}`
      : `ALTER TABLE ${table}_local ON CLUSTER '${topology.cluster}'`;
  return [
    `${alter} ADD INDEX IF NOT EXISTS ${name} ${definition}`,
    `${alter} MATERIALIZE INDEX ${name}`,
    ...(replaces === null ? [] : [`${alter} DROP INDEX IF EXISTS ${replaces}`]),
  ];
}

/** A materialized view: rows that are inserted into one table are also aggregated into another. */
export interface ViewDefinition {
  readonly name: string;
  /** Public names of the two tables, both sharded. */
  readonly from: string;
  readonly to: string;
  /** Returns the SELECT over the source table with this name. */
  select(source: string): string;
}

/**
 * Returns CREATE MATERIALIZED VIEW for a topology. On a cluster, the view connects the local tables, so that every
 * shard aggregates its own rows; queries merge the shards.
 */
export function createView(view: ViewDefinition, topology: Topology): string {
  const create = `CREATE MATERIALIZED VIEW IF NOT EXISTS ${view.name}`;
  if (topology.kind === 'single') {
    return `${create} TO ${view.to} AS ${view.select(view.from)}`;
  }
  return `${create} ON CLUSTER '${topology.cluster}' TO ${view.to}_local AS ${view.select(`${view.from}_local`)}`;
}
