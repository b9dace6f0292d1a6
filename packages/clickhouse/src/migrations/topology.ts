/**
 * Where the tables live. `single` is one node (also the embedded engine); `cluster` makes every
 * statement run ON CLUSTER with Replicated engines, and puts a Distributed table of the public name
 * over a `_local` one.
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
  /** Sharding expression of the Distributed table; null keeps one copy of everything on every node. */
  readonly shardBy: string | null;
}

/**
 * A part of thousands of events has over a thousand files when wide and a dozen when compact, at half
 * the CPU to write; merges make the large parts wide.
 */
const EVERYWHERE = ['min_bytes_for_wide_part = 134217728'];

/**
 * On one node a part reaches the disk before its insert is acknowledged (the log forgets the events after
 * that). A cluster has replicas for it.
 */
const SINGLE_NODE = ['fsync_after_insert = 1', 'fsync_part_directory = 1'];

function settings(...lists: readonly (readonly string[])[]): string {
  return `SETTINGS ${lists.flat().join(', ')}`;
}

/** CREATE TABLE statements of one table for a topology. */
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
  /** Writes the default into rows that exist already. */
  readonly materialize: boolean;
}

/** ALTER statements that give a sharded table one more column. Those of a cluster start at the data. */
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
 * One ALTER statement that writes the defaults of columns into rows that exist already, in a single pass: what
 * several of them are worked out from is worked out once. The engine goes on with it behind the start, also after a
 * restart; until then it works them out at every read.
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
 * ALTER statements that give a sharded table an index, for rows that exist already too, and take another one
 * away. An index is the data's, so a Distributed table has none.
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

/** A materialized view: what is inserted into one table also goes, aggregated, into another. */
export interface ViewDefinition {
  readonly name: string;
  /** Public names of the two tables, both sharded. */
  readonly from: string;
  readonly to: string;
  /** The SELECT over the source of this name. */
  select(source: string): string;
}

/**
 * CREATE MATERIALIZED VIEW for a topology. On a cluster it stands between the local tables, so that every
 * shard aggregates what it stores; readers merge across shards.
 */
export function createView(view: ViewDefinition, topology: Topology): string {
  const create = `CREATE MATERIALIZED VIEW IF NOT EXISTS ${view.name}`;
  if (topology.kind === 'single') {
    return `${create} TO ${view.to} AS ${view.select(view.from)}`;
  }
  return `${create} ON CLUSTER '${topology.cluster}' TO ${view.to}_local AS ${view.select(`${view.from}_local`)}`;
}
