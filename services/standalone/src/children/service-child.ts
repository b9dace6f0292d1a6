import { fork } from 'node:child_process';
import type { ManagedProcess } from '@tidemark/platform';
import { SERVICE_NODE_FLAGS } from '@tidemark/platform';
import { z } from 'zod';
import { manageChild, readLines, untilHealthy } from './child-lifecycle';

export interface ServiceChild extends ManagedProcess {
  readonly port: number | null;
  readonly metricsPort: number | null;
}

export interface ServiceChildOptions {
  /** Path of the service's main.js. */
  readonly script: string;
  /** The path of the Node.js that runs it. */
  readonly nodePath: string;
  /** The complete environment of the process. */
  readonly env: Readonly<Record<string, string>>;
  /** Called for every line that the process prints. */
  readonly onLine: (line: string) => void;
  readonly startTimeoutMs?: number;
  readonly graceMs?: number;
}

/** The message that a service sends to its parent when it listens (`announce` in the package platform). */
const listeningMessage = z.object({
  type: z.literal('listening'),
  port: z.number().nullable(),
  metricsPort: z.number().nullable(),
});

type ListeningMessage = z.infer<typeof listeningMessage>;

/**
 * By default, glibc raises the size above which freed blocks are returned to the system to as much as 32 MB, so that
 * memory of freed bodies stays resident. A fixed threshold returns it.
 */
const RETURN_FREED_MEMORY = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '65536',
  MALLOC_TRIM_THRESHOLD_: '131072',
} as const;

const START_TIMEOUT_MS = 60_000;
/** Longer than the 15 s within which a service stops. */
const GRACE_MS = 20_000;

/**
 * Starts a service and resolves when it listens. The service ends when its channel to this process closes, so that it
 * never runs longer than the supervisor. It has its own process group, so that a Ctrl-C in the terminal does not
 * reach it.
 *
 * @throws with the last output of the service if it ends or does not listen in time
 */
export async function startServiceChild(options: ServiceChildOptions): Promise<ServiceChild> {
  const child = fork(options.script, [], {
    execPath: options.nodePath,
    env: { ...RETURN_FREED_MEMORY, ...options.env },
    execArgv: [...SERVICE_NODE_FLAGS],
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const lastWords = readLines(child, options.onLine);
  const managed = manageChild(child, options.graceMs ?? GRACE_MS);
  const listening = new Promise<ListeningMessage>((resolve) => {
    child.on('message', (message) => {
      const parsed = listeningMessage.safeParse(message);
      if (parsed.success) resolve(parsed.data);
    });
  });
  const timeoutMs = options.startTimeoutMs ?? START_TIMEOUT_MS;
  const { port, metricsPort } = await untilHealthy(listening, managed, lastWords, timeoutMs);
  return { ...managed, port, metricsPort };
}
