/**
 * Every table of the engine's database `system`. The library reads row policies when it is opened and accepts them only
 * for single tables, so the names must be known before. A test compares them with the engine's list.
 */
export const SYSTEM_TABLES: readonly string[] = `
  aggregate_function_combinators asynchronous_inserts asynchronous_loader azure_queue_metadata_cache
  azure_queue_settings background_schedule_pool backups build_options certificates clusters codecs collations
  columns completions constraints contributors current_roles dashboards data_skipping_index_types
  data_skipping_indices data_type_families database_engines database_replicas databases detached_parts
  detached_tables dictionaries dictionary_layouts dictionary_sources dimensional_metrics disk_types disks
  distributed_ddl_queue distribution_queue dns_cache documentation dropped_tables dropped_tables_parts
  enabled_roles errors events fail_points filesystem_cache filesystem_cache_settings formats functions grants
  graphite_retentions histogram_metrics hypothetical_indexes iceberg_files iceberg_history jemalloc_bins
  jemalloc_profile_text jemalloc_stats kafka_consumers keywords licenses macros masking_policies
  merge_tree_settings merges metrics models moves mutations named_collections numbers numbers_mt one
  part_moves_between_shards parts parts_columns primes privileges processes projection_parts
  projection_parts_columns projections query_cache query_condition_cache quota_limits quota_usage quotas
  quotas_usage remote_data_paths replicas replicated_fetches replicated_merge_tree_settings replication_queue
  resources rocksdb role_grants roles row_policies s3_queue_settings s3queue_metadata_cache scheduler
  schema_inference_cache server_settings settings settings_changes settings_profile_elements settings_profiles
  stack_trace storage_policies symbols table_engines table_functions tables time_zones tokenizers unicode
  user_defined_functions user_directories user_processes users view_refreshes warnings workloads zeros zeros_mt
`
  .trim()
  .split(/\s+/);
