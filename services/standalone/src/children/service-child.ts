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
  /** The whole environment. */
  readonly env: Readonly<Record<string, string>>;
  /** Every line it prints. */
  readonly onLine: (line: string) => void;
  readonly startTimeoutMs?: number;
  readonly graceMs?: number;
}

/** The message that a service sends to its parent when it listens (platform's `announce`). */
const listeningMessage = z.object({
  type: z.literal('listening'),
  port: z.number().nullable(),
  metricsPort: z.number().nullable(),
});

type ListeningMessage = z.infer<typeof listeningMessage>;

/**
 * glibc raises the size from which blocks are returned to the system at once up to 32 MB, so freed bodies stay
 * resident; a fixed threshold returns them.
 */
const RETURN_FREED_MEMORY = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '65536',
  MALLOC_TRIM_THRESHOLD_: '131072',
} as const;

const START_TIMEOUT_MS = 60_000;
/** Longer than the 15 s a service gives itself. */
const GRACE_MS = 20_000;

/**
 * Starts one of our services and resolves when it says that it listens. It ends by itself when the
 * channel to us closes, so it never outlives us; its own process group keeps a terminal's Ctrl-C
 * away from it.
 *
 * @throws with its last words when it ends or stays silent instead
 */
export async function startServiceChild(options: ServiceChildOptions): Promise<ServiceChild> {
  const child = fork(options.script, [], {
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
