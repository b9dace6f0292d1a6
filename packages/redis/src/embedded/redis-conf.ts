export interface RedisConfInput {
  readonly port: number;
  readonly directory: string;
  readonly password: string;
  readonly maxMemoryBytes: number;
  /** The number of databases. */
  readonly databases: number;
}

/**
 * The configuration of the embedded Redis, which contains the ingest log.
 *
 * - `appendfsync always`: an event is only acknowledged when it is on the disk.
 * - `noeviction`: when memory is full, writes fail (503 at the edge) and no data is evicted.
 * - `auto-aof-rewrite`: removes processed entries from the file, so that restarts stay fast.
 * - Only the owner can read the file, because it contains the password. All users could see it among the arguments.
 */
export function redisConf(input: RedisConfInput): string {
  const lines = [
    ['bind', '127.0.0.1'],
    ['port', String(input.port)],
    ['protected-mode', 'yes'],
    ['requirepass', quoted(input.password)],
    ['databases', String(input.databases)],
    ['dir', quoted(input.directory)],
    ['pidfile', quoted(`${input.directory}/redis.pid`)],
    ['daemonize', 'no'],
    ['logfile', '""'],
    ['loglevel', 'notice'],
    ['save', '""'],
    ['appendonly', 'yes'],
    ['appendfsync', 'always'],
    ['no-appendfsync-on-rewrite', 'no'],
    ['auto-aof-rewrite-percentage', '100'],
    ['auto-aof-rewrite-min-size', '64mb'],
    ['aof-load-truncated', 'yes'],
    ['maxmemory', String(input.maxMemoryBytes)],
    ['maxmemory-policy', 'noeviction'],
  ];
  return lines.map((line) => line.join(' ')).join('\n') + '\n';
}

function quoted(value: string): string {
  return `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
}
