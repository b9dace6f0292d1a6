import { lchown, mkdir, open, readFile, readdir, realpath, stat } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import type { GuardedProcessOptions } from '@tidemark/platform';
import { majorVersion } from './choose-server';
import type { RunAs } from './run-as';
import { chooseUser } from './run-as';

/**
 * The folder of the server's files, and how the server's user accesses it.
 *
 * A process of root runs the server as another user, who may have no access to the path (a clone below /root).
 * Therefore the server gets an open descriptor of the folder and uses the path /proc/self/fd/3, which needs no
 * permission on the folders above.
 */
export interface DataHome {
  /** The real path of DATA_DIR/postgres. */
  readonly folder: string;
  /** The path of the same folder as the server uses it. */
  readonly inside: string;
  /** Passed to the server as descriptor 3 if `inside` needs it; else null. */
  readonly handle: FileHandle | null;
  readonly user: RunAs | null;
  /** The major version of the server that wrote the data; null before the first start. */
  readonly dataMajor: number | null;
}

/** The folder's permissions: only for the server's user. */
const PRIVATE = 0o700;

/**
 * Opens DATA_DIR/postgres and creates it on the first start. The caller closes `handle` after the server has started.
 */
export async function openDataHome(dataDir: string): Promise<DataHome> {
  const path = join(dataDir, 'postgres');
  await mkdir(path, { recursive: true, mode: PRIVATE });
  const folder = await realpath(path);
  const owner = await ownerOf(folder);
  const ourUid = process.getuid?.();
  const user = chooseUser({
    weAreRoot: ourUid === 0,
    passwd: await readFile('/etc/passwd', 'utf8'),
    owner,
  });
  if (user === null) {
    if (ourUid !== undefined && owner.uid !== ourUid) {
      throw new Error(
        `${folder} belongs to another user (id ${owner.uid}): start as that user or as root, or choose another DATA_DIR.`,
      );
    }
    return { folder, inside: folder, handle: null, user, dataMajor: await readMajor(folder) };
  }
  await giveTo(folder, user);
  return {
    folder,
    inside: '/proc/self/fd/3',
    handle: await open(folder, 'r'),
    user,
    dataMajor: await readMajor(folder),
  };
}

/** The access that a process needs to run as the server's user and to reach the folder. */
export function serverAccess(home: DataHome): Pick<GuardedProcessOptions, 'user' | 'directoryFd'> {
  return {
    ...(home.user === null ? {} : { user: home.user }),
    ...(home.handle === null ? {} : { directoryFd: home.handle.fd }),
  };
}

async function ownerOf(folder: string): Promise<RunAs> {
  const { uid, gid } = await stat(folder);
  return { uid, gid };
}

/** Changes the owner of the folder and all files in it: a copied or restored data directory may belong to root. */
async function giveTo(folder: string, user: RunAs): Promise<void> {
  const { uid, gid } = await stat(folder);
  if (uid === user.uid && gid === user.gid) return;
  for (const entry of await readdir(folder, { recursive: true })) {
    await lchown(join(folder, entry), user.uid, user.gid);
  }
  await lchown(folder, user.uid, user.gid);
}

async function readMajor(folder: string): Promise<number | null> {
  try {
    return majorVersion(await readFile(join(folder, 'data', 'PG_VERSION'), 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
