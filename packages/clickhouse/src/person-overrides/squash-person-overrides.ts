import type { ClickHouse } from '../clickhouse';
import type { Topology } from '../migrations/topology';

export interface SquashOptions {
  /**
   * Overrides that were written later are skipped. It must be longer ago than the processing of any range takes:
   * a range that was resolved before a merge inserts its events with the old person.
   */
  readonly writtenBefore: Date;
  readonly topology: Topology;
  /** The number of overrides that one rewrite of the events table writes. */
  readonly chunkSize?: number;
  /** Called between chunks; the squash ends if it returns true. */
  readonly isStopping?: () => boolean;
}

/** The current override of a distinct id. */
type Override = [teamId: number, distinctId: string, personId: string, version: string];

const CHUNK_SIZE = 20_000;

/** The ids of a chunk are bound parameters, for which the engine's default limit is 256 KiB. */
const REWRITE = { max_query_size: 64 * 1024 * 1024 };

/**
 * Writes person overrides into the events and removes the overrides (`docs/wire/capture-storage.md#squash`). It waits
 * until the events are rewritten, and then removes overrides up to the written versions. Queries return the same
 * persons during a squash, and an interrupted squash can be repeated.
 *
 * @returns the number of distinct ids whose override was written.
 */
export async function squashPersonOverrides(
  clickhouse: ClickHouse,
  options: SquashOptions,
): Promise<number> {
  const { chunkSize = CHUNK_SIZE } = options;
  let folded = 0;
  for (;;) {
    const overrides = await oldOverrides(clickhouse, options.writtenBefore, chunkSize);
    if (overrides.length === 0) return folded;
    for (const [teamId, chunk] of byTeam(overrides)) {
      await rewriteEvents(clickhouse, options.topology, teamId, chunk);
      await forgetOverrides(clickhouse, options.topology, teamId, chunk);
    }
    folded += overrides.length;
    if (overrides.length < chunkSize || options.isStopping?.() === true) return folded;
  }
}

/** Returns overrides to write. A distinct id whose newest override is too new is left out completely. */
async function oldOverrides(
  clickhouse: ClickHouse,
  writtenBefore: Date,
  limit: number,
): Promise<readonly Override[]> {
  const { rows } = await clickhouse.query<Override>({
    name: 'old_person_overrides',
    sql: `
      SELECT team_id, distinct_id, toString(argMax(person_id, version)), toString(max(version))
      FROM person_distinct_id_overrides
      GROUP BY team_id, distinct_id
      HAVING max(inserted_at) < fromUnixTimestamp64Milli({before:Int64}, 'UTC')
        AND NOT argMax(is_deleted, version)
      ORDER BY team_id, distinct_id
      LIMIT {limit:UInt32}`,
    params: { before: writtenBefore.getTime(), limit },
  });
  return rows;
}

function byTeam(overrides: readonly Override[]): ReadonlyMap<number, readonly Override[]> {
  const teams = new Map<number, Override[]>();
  for (const override of overrides) {
    const chunk = teams.get(override[0]);
    if (chunk === undefined) teams.set(override[0], [override]);
    else chunk.push(override);
  }
  return teams;
}

async function rewriteEvents(
  clickhouse: ClickHouse,
  topology: Topology,
  teamId: number,
  chunk: readonly Override[],
): Promise<void> {
  await clickhouse.command(
    `ALTER TABLE ${target('events', topology)}
     UPDATE person_id = toUUID(transform(distinct_id, {ids:Array(String)}, {persons:Array(String)}, toString(person_id)))
     WHERE team_id = {team:Int64} AND has({ids:Array(String)}, distinct_id)`,
    {
      params: {
        team: teamId,
        ids: chunk.map(([, distinctId]) => distinctId),
        persons: chunk.map(([, , personId]) => personId),
      },
      settings: { ...REWRITE, mutations_sync: 2 },
    },
  );
}

/** Removes overrides up to the written version: a merge during the squash has written a higher one. */
async function forgetOverrides(
  clickhouse: ClickHouse,
  topology: Topology,
  teamId: number,
  chunk: readonly Override[],
): Promise<void> {
  await clickhouse.command(
    `ALTER TABLE ${target('person_distinct_id_overrides', topology)}
     DELETE WHERE team_id = {team:Int64}
       AND version <= transform(distinct_id, {ids:Array(String)}, {versions:Array(Int64)}, toInt64(-1))`,
    {
      params: {
        team: teamId,
        ids: chunk.map(([, distinctId]) => distinctId),
        versions: chunk.map(([, , , version]) => Number(version)),
      },
      settings: { ...REWRITE, mutations_sync: 2 },
    },
  );
}

function target(table: string, topology: Topology): string {
  return topology.kind === 'single' ? table : `${table}_local ON CLUSTER '${topology.cluster}'`;
}
