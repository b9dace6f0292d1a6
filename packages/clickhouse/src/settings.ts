import type { ClickHouseSettings } from '@clickhouse/client';

/** Setting name to value, sent with one statement only. */
export type StatementSettings = Readonly<Record<string, string | number | boolean>>;

/**
 * Settings on which the results of a cluster depend; they override the profiles of users. On one node they have no
 * effect.
 *
 * A sub-select of a Distributed table within the scan of another one is rejected by default, and would read the rows of
 * one shard with `local`. With `global`, it is computed once over all shards and sent to them. No shard is skipped:
 * rows of sessions are on the shard of their events, not on that of the sharding key, and a result without an
 * unavailable shard would be wrong.
 */
const CLUSTER_SETTINGS: StatementSettings = {
  distributed_product_mode: 'global',
  optimize_skip_unused_shards: 0,
  skip_unavailable_shards: 0,
};

/**
 * Settings of every statement that searches rows, also of those that change rows. The query condition cache may hide
 * rows: in version 26.7, a condition above a LIMIT was cached for the condition below it, and all later reads skipped
 * parts with matching rows.
 */
export const SEARCH_SETTINGS: StatementSettings = {
  use_query_condition_cache: 0,
  ...CLUSTER_SETTINGS,
};

/**
 * Settings of every read. A statement can override them.
 *
 * 64-bit integers are returned as JSON numbers: quotes would also be added to integers in JSON columns and in
 * `toJSONString`. JavaScript rounds integers above 2^53; `toString()` keeps all digits.
 */
export const READ_SETTINGS: StatementSettings = {
  ...SEARCH_SETTINGS,
  output_format_json_quote_64bit_integers: 0,
  output_format_json_quote_denormals: 0,
  output_format_json_escape_forward_slashes: 0,
  json_type_escape_dots_in_keys: 1,
};

/**
 * Settings of every insert. A JSON column keeps the values as sent: a text that looks like a date stays text, a key
 * `a.b` (stored as `a%2Eb`) stays different from `{a: {b}}`, and a repeated key keeps its first value instead of
 * failing the insert. Inserts are synchronous: after the response, the rows are stored. An insert may contain any
 * number of months, because history is imported. Its rows are not merged before they are written: their keys differ
 * already, and merging JSON columns takes 40 % of the CPU of an insert.
 */
export const INSERT_SETTINGS: StatementSettings = {
  async_insert: 0,
  // On a cluster, the response is sent when the shard has stored the rows, not when this node has queued them.
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

/** Merges maps of settings. Later maps override earlier ones. */
export function mergeSettings(
  ...maps: readonly (StatementSettings | undefined)[]
): ClickHouseSettings {
  return Object.assign({}, ...maps) as ClickHouseSettings;
}
