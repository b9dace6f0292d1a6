import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import { claimPort } from './claim-port';

/**
 * Below the range from which kernels select local ports of outgoing connections (32768 on Linux, 49152 elsewhere). In
 * that range, a client that keeps reconnecting to a crashed engine could get the engine's port as its local port and
 * connect to itself, so that the engine could not restart.
 */
const LOWEST = 15_000;
const HIGHEST = 32_000;
const ATTEMPTS = 50;

/** A port on which nothing listens now, and which no other start claims in the next minutes. */
export async function findFreePort(host = '127.0.0.1'): Promise<number> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const port = randomInt(LOWEST, HIGHEST);
    if ((await isPortFree(port, host)) && (await claimPort(port))) return port;
  }
  throw new Error(`no free port between ${LOWEST} and ${HIGHEST} on ${host}`);
}

/**
 * Whether a server could listen on this address now.
 * @throws if the address is unusable (not an address of this machine, or a privileged port)
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
