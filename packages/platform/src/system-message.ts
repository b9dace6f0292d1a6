/** The fields that Node.js adds to errors of the operating system. */
interface SystemError extends Error {
  readonly code?: string;
  readonly path?: string;
  readonly dest?: string;
  readonly address?: string;
  readonly port?: number;
  readonly hostname?: string;
}

/** Sentences by error code; null if the error lacks the fields for the sentence. */
const SENTENCES: Readonly<Record<string, ((place: Place) => string | null) | undefined>> = {
  ENOENT: ({ file }) => file && `${file} does not exist`,
  EEXIST: ({ file }) => file && `${file} exists already`,
  EACCES: ({ file, server }) => permission(file) ?? (server && `${server} may not be used`),
  EPERM: ({ file }) => permission(file),
  EROFS: ({ file }) => file && `${file} is on a file system that cannot be written`,
  ENOSPC: ({ file }) => (file ? `the disk of ${file} is full` : 'the disk is full'),
  EDQUOT: ({ file }) =>
    file ? `the disk quota for ${file} is used up` : 'the disk quota is used up',
  EIO: ({ file }) => file && `the disk of ${file} reports an error`,
  ENOTDIR: ({ file }) =>
    file && `${file} cannot be used: a part of its path is a file, not a folder`,
  EISDIR: ({ file }) => `${file ?? 'the given path'} is a folder, not a file`,
  ENOTEMPTY: ({ file }) => file && `${file} is not empty`,
  ENAMETOOLONG: ({ file }) => file && `the path ${file} is too long`,
  ELOOP: ({ file }) => file && `${file} is a link that leads back to itself`,
  EMFILE: () => 'this process has too many open files (see ulimit -n)',
  ENFILE: () => 'this machine has too many open files',
  EADDRINUSE: ({ server }) => server && `the address ${server} is in use`,
  EADDRNOTAVAIL: ({ server }) => server && `this machine has no address ${server}`,
  ECONNREFUSED: ({ server }) => server && `no server listens on ${server}`,
  ECONNRESET: () => 'the connection was closed by the other side',
  EPIPE: () => 'the connection was closed by the other side',
  ETIMEDOUT: ({ server }) => `${server ?? 'the server'} did not respond in time`,
  EHOSTUNREACH: ({ server }) => `there is no route to ${server ?? 'the server'}`,
  ENETUNREACH: ({ server }) => `there is no network to ${server ?? 'the server'}`,
  ENOTFOUND: ({ host }) => host && `the host name ${host} does not exist`,
  EAI_AGAIN: ({ host }) => host && `the host name ${host} cannot be resolved now`,
};

interface Place {
  readonly file: string | null;
  readonly server: string | null;
  readonly host: string | null;
}

/** An error of the operating system as a sentence; null for other errors. */
export function systemMessage(error: Error): string | null {
  const { code, path, dest, address, port, hostname } = error as SystemError;
  // An error of Tidemark that copied the code from its cause; its own message is better.
  if (code === undefined || !error.message.includes(code)) return null;
  return (
    SENTENCES[code]?.({
      file: dest ?? path ?? null,
      server: serverOf(address, port),
      host: hostname ?? null,
    }) ?? null
  );
}

function serverOf(address: string | undefined, port: number | undefined): string | null {
  if (address === undefined) return null;
  const host = address.includes(':') ? `[${address}]` : address;
  return port === undefined ? host : `${host}:${port}`;
}

function permission(file: string | null): string | null {
  return file && `the user of this process has no permission for ${file}`;
}
