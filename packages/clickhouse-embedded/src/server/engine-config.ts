/** The engine never listens on this port, but treats a replica with this port on this machine as itself. */
const OWN_PORT = 9_000;

/**
 * Returns clusters that consist only of this engine, with which tests run tables and statements of a cluster. `loopback`
 * has one shard. In `loopback_twice`, both shards are this engine, so that every row is read twice.
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

/** Returns the settings of the engine process, which can only be set in a file. */
export function engineConfigXml(memoryLimitBytes: number, usersFile: string): string {
  const cacheBytes = Math.min(256 * 1024 ** 2, Math.floor(memoryLimitBytes / 8));
  return [
    '<clickhouse>',
    `  <max_server_memory_usage>${memoryLimitBytes}</max_server_memory_usage>`,
    // The default of 5 GB is meant for a machine that runs only ClickHouse.
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
