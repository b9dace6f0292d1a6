/** The user that runs the server. */
export interface RunAs {
  readonly uid: number;
  readonly gid: number;
}

/** Postgres does not run as root; the first of these users that exists is used instead. */
const UNPRIVILEGED = ['postgres', 'nobody'];

/**
 * The system user that runs the server: the current one (null) unless it is root; then the owner of an existing data
 * directory, otherwise an unprivileged user.
 *
 * @param passwd text of /etc/passwd
 * @param owner of an existing data directory
 * @throws Error with a one-line message if there is no such user
 */
export function chooseUser(input: {
  readonly weAreRoot: boolean;
  readonly passwd: string;
  readonly owner: RunAs | null;
}): RunAs | null {
  if (!input.weAreRoot) return null;
  if (input.owner !== null && input.owner.uid !== 0) return input.owner;
  for (const name of UNPRIVILEGED) {
    const line = input.passwd.split('\n').find((entry) => entry.startsWith(`${name}:`));
    const [, , uid, gid] = (line ?? '').split(':').map(Number);
    if (uid !== undefined && gid !== undefined && uid > 0) return { uid, gid };
  }
  throw new Error(
    `PostgreSQL does not run as root and this system has no user ${UNPRIVILEGED.join(' or ')}. Start as an ordinary user or set DATABASE_URL.`,
  );
}
