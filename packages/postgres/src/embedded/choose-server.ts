/** A server whose programs run as the user that will own the data. */
export interface PostgresServer {
  /** Folder of `initdb` and `postgres`. */
  readonly folder: string;
  readonly major: number;
}

const LOWEST_MAJOR = 14;

/**
 * The first server that can serve the data: any recent one for a new directory, else one of exactly
 * the version that wrote it (Postgres never reads another major version's files).
 *
 * @param dataMajor the version in the data directory, null when there is none yet
 * @throws one line saying what is needed
 */
export function chooseServer(
  servers: readonly PostgresServer[],
  dataMajor: number | null,
): PostgresServer {
  const usable = servers.find((server) =>
    dataMajor === null ? server.major >= LOWEST_MAJOR : server.major === dataMajor,
  );
  if (usable !== undefined) return usable;
  const found = servers.map((server) => `${server.major} in ${server.folder}`).join(', ');
  const needed =
    dataMajor === null
      ? `PostgreSQL ${LOWEST_MAJOR} or newer is needed`
      : `the data directory was written by PostgreSQL ${dataMajor}, which is needed to read it`;
  throw new Error(
    `${needed}; found: ${found || 'no installed server that runs here'}. Install it or set DATABASE_URL.`,
  );
}

/** The major version in `postgres (PostgreSQL) 15.18 (Debian ...)` or in a PG_VERSION file. */
export function majorVersion(text: string): number | null {
  const major = /(?:PostgreSQL\)\s*|^)(\d+)/.exec(text.trim())?.[1];
  return major === undefined ? null : Number(major);
}
