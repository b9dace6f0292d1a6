import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * Below the range from which kernels take local ports of outgoing connections (32768 on Linux,
 * 49152 elsewhere). Inside that range a client that keeps reconnecting to a crashed engine could be
 * given the engine's own port as its local one and so connect to itself, keeping the engine out.
 */
const LOWEST = 15_000;
const HIGHEST = 32_000;
const ATTEMPTS = 50;

/** A port on which nothing listens at this time. Nothing reserves it: use it at once. */
export async function findFreePort(host = '127.0.0.1'): Promise<number> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const port = randomInt(LOWEST, HIGHEST);
    if (await isPortFree(port, host)) return port;
  }
  throw new Error(`no free port between ${LOWEST} and ${HIGHEST} on ${host}`);
}

/**
 * Whether a server could listen there now.
 *
 * @throws when the address itself is unusable (not of this machine, privileged port).
 */
export function isPortFree(port: number, host: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(false);
      else reject(error);
    });
    probe.listen(port, host, () => probe.close(() => resolve(true)));
  });
}
