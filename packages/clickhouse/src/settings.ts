import type { ClickHouseSettings } from '@clickhouse/client';

/** Setting name to value, sent with one statement only. */
export type StatementSettings = Readonly<Record<string, string | number | boolean>>;

/**
 * What responses on a cluster depend on, whatever its users' profiles say; on one node they change nothing.
 *
 * A sub-select of a Distributed table inside another's scan is rejected by default and would see one shard's rows with
 * `local`: it is worked out once, over all shards, and sent to them. Shards are never left out: rows of sessions lie
 * where their events lie, not where the sharding key says; and a response without an unavailable shard would be wrong.
 */
const CLUSTER_SETTINGS: StatementSettings = {
  distributed_product_mode: 'global',
  optimize_skip_unused_shards: 0,
  skip_unavailable_shards: 0,
};

/**
 * Every statement that looks for rows runs with these, changes too. The query condition cache hides rows: seen
 * with 26.7, a condition above a LIMIT was remembered for the condition below it, and parts with rows were left
 * out of every later read.
 */
export const SEARCH_SETTINGS: StatementSettings = {
  use_query_condition_cache: 0,
  ...CLUSTER_SETTINGS,
};

/**
 * Every read runs with these unless it says otherwise.
 *
 * 64-bit integers are JSON numbers: quoting them would also quote integers inside JSON columns and in
 * `toJSONString`. Above 2^53 a JavaScript reader rounds; `toString()` keeps every digit.
 */
export const READ_SETTINGS: StatementSettings = {
  ...SEARCH_SETTINGS,
  output_format_json_quote_64bit_integers: 0,
  output_format_json_quote_denormals: 0,
  output_format_json_escape_forward_slashes: 0,
  json_type_escape_dots_in_keys: 1,
};

/**
 * Every insert runs with these, so that a JSON column keeps what was sent: text that looks like a date
 * stays text, a key `a.b` stays apart from `{a: {b}}` (stored as `a%2Eb`), and a repeated key keeps its
 * first value instead of failing the batch. Inserts are synchronous: the response means stored. A batch
 * spans any number of months (history is imported too), and is not merged before it is written: its
 * rows differ already, and merging JSON columns is 40 % of an insert's CPU.
 */
export const INSERT_SETTINGS: StatementSettings = {
  async_insert: 0,
  // On a cluster the response means: on the shard's own disk, not in this node's spool.
  distributed_foreground_insert: 1,
  optimize_on_insert: 0,
  max_partitions_per_insert_block: 0,
  input_format_try_infer_dates: 0,
  input_format_try_infer_datetimes: 0,
  input_format_json_try_infer_numbers_from_strings: 0,
  input_format_json_read_objects_as_strings: 1,
  input_format_skip_unknown_fields: 0,
  input_format_binary_read_json_as_string: 1,
  json_type_escape_dots_in_keys: 1,
  type_json_skip_duplicated_paths: 1,
  date_time_input_format: 'best_effort',
};

/** Later maps win. */
export function mergeSettings(
  ...maps: readonly (StatementSettings | undefined)[]
): ClickHouseSettings {
  return Object.assign({}, ...maps) as ClickHouseSettings;
}
