/** Never listened on: the engine takes a replica with this port on this machine for itself. */
const OWN_PORT = 9_000;

/**
 * Clusters of this engine alone, so that the clustered forms of tables and statements can be run on it: `loopback` has
 * one shard, `loopback_twice` has itself as both of its shards, so that every row is read twice.
 */
function loopbackClusters(): string[] {
  const shard = `<shard><replica><host>127.0.0.1</host><port>${OWN_PORT}</port></replica></shard>`;
  return [
    `  <tcp_port>${OWN_PORT}</tcp_port>`,
    '  <remote_servers>',
    `    <loopback>${shard}</loopback>`,
    `    <loopback_twice>${shard}${shard}</loopback_twice>`,
    '  </remote_servers>',
  ];
}

/** Settings of the engine process itself; they can only be given in a file. */
export function engineConfigXml(memoryLimitBytes: number, usersFile: string): string {
  const cacheBytes = Math.min(256 * 1024 ** 2, Math.floor(memoryLimitBytes / 8));
  return [
    '<clickhouse>',
    `  <max_server_memory_usage>${memoryLimitBytes}</max_server_memory_usage>`,
    // The default of 5 GB is meant for a machine that does nothing else.
    `  <mark_cache_size>${cacheBytes}</mark_cache_size>`,
    `  <primary_index_cache_size>${cacheBytes}</primary_index_cache_size>`,
    `  <index_mark_cache_size>${cacheBytes}</index_mark_cache_size>`,
    '  <timezone>UTC</timezone>',
    `  <users_config>${usersFile.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</users_config>`,
    ...loopbackClusters(),
    '</clickhouse>',
    '',
  ].join('\n');
}
