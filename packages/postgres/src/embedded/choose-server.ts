/** A server whose programs can be executed by the user that will own the data. */
export interface PostgresServer {
  /** The folder of `initdb` and `postgres`. */
  readonly folder: string;
  readonly major: number;
}

const LOWEST_MAJOR = 14;

/**
 * The first server that can serve the data: any recent version for a new directory, else exactly the version that
 * wrote the data (Postgres cannot read the files of another major version).
 * @param dataMajor the version in the data directory; null if there is none yet
 * @throws an error with one line that says which version is needed
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
