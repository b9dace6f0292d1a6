/** Settings of the engine process itself; they can only be given in a file. */
export function engineConfigXml(memoryLimitBytes: number): string {
  const cacheBytes = Math.min(256 * 1024 ** 2, Math.floor(memoryLimitBytes / 8));
  return [
    '<clickhouse>',
    `  <max_server_memory_usage>${memoryLimitBytes}</max_server_memory_usage>`,
    // The default of 5 GB is meant for a machine that does nothing else.
    `  <mark_cache_size>${cacheBytes}</mark_cache_size>`,
    `  <primary_index_cache_size>${cacheBytes}</primary_index_cache_size>`,
    `  <index_mark_cache_size>${cacheBytes}</index_mark_cache_size>`,
    '  <timezone>UTC</timezone>',
    '</clickhouse>',
    '',
  ].join('\n');
}
