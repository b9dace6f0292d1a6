export interface ServerSettingsInput {
  readonly port: number;
}

/**
 * Settings of the embedded server. They are command-line arguments, so that an upgrade of Tidemark also changes them
 * for existing data. The log must not contain user data, so errors are terse and failed statements are not logged.
 * Files of the write-ahead log are not recycled, because they would keep deleted values; checkpoints remove them.
 */
export function serverSettings(input: ServerSettingsInput): readonly string[] {
  const settings: Readonly<Record<string, string | number>> = {
    listen_addresses: '127.0.0.1',
    port: input.port,
    unix_socket_directories: '',
    max_connections: 100,
    shared_buffers: '64MB',
    huge_pages: 'off',
    max_wal_size: '512MB',
    wal_recycle: 'off',
    fsync: 'on',
    synchronous_commit: 'on',
    full_page_writes: 'on',
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    logging_collector: 'off',
    log_checkpoints: 'off',
    log_error_verbosity: 'terse',
    log_min_error_statement: 'panic',
    password_encryption: 'scram-sha-256',
  };
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}
