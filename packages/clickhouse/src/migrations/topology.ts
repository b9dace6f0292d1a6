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
  /** PARTITION BY / ORDER BY / SETTINGS text. */
  readonly layout: string;
  /** Sharding expression of the Distributed table. */
  readonly shardBy: string;
}

/** CREATE TABLE statements of one table for a topology. */
export function createTable(table: TableDefinition, topology: Topology): string[] {
  const { family, args } = table.engine;
  if (topology.kind === 'single') {
    return [
      `CREATE TABLE IF NOT EXISTS ${table.name} (${table.columns}) ENGINE = ${family}(${args.join(', ')}) ${table.layout}`,
    ];
  }
  const on = `ON CLUSTER '${topology.cluster}'`;
  const local = `${table.name}_local`;
  const path = `'/clickhouse/tables/{shard}/{database}/${local}'`;
  const replicated = `Replicated${family}(${[path, `'{replica}'`, ...args].join(', ')})`;
  return [
    `CREATE TABLE IF NOT EXISTS ${local} ${on} (${table.columns}) ENGINE = ${replicated} ${table.layout}`,
    `CREATE TABLE IF NOT EXISTS ${table.name} ${on} AS ${local} ENGINE = Distributed('${topology.cluster}', currentDatabase(), ${local}, ${table.shardBy})`,
  ];
}
