import type { StatementSettings } from '../settings';

const MIB = 1024 * 1024;

/**
 * Settings of exports, which may take long: few threads, limited memory, sorting on disk if necessary. Row groups of
 * Parquet are kept in memory until they are full.
 */
export const EXPORT_SETTINGS: StatementSettings = {
  max_threads: 2,
  max_block_size: 8_192,
  max_memory_usage: 2_048 * MIB,
  max_bytes_before_external_sort: 256 * MIB,
  max_bytes_before_external_group_by: 256 * MIB,
  optimize_read_in_order: 1,
  query_plan_read_in_order_through_join: 1,
  output_format_parquet_row_group_size: 50_000,
  output_format_parquet_row_group_size_bytes: 64 * MIB,
  output_format_parquet_parallel_encoding: 0,
};
