import type { ChildProcess } from 'node:child_process';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { WORKER_SCRIPT } from '../../test-support/product-processes';
import { REPOSITORY } from '../../test-support/standalone';
import type { Target } from './strike';

/** Another ingest-worker on the product's stores, so that there is one to take partitions over. */
export interface SecondWorker extends Target {
  /** Restarts it if it has exited; resolves when it is ready. */
  revive(): Promise<void>;
  stop(signal: NodeJS.Signals): Promise<void>;
}

export async function startSecondWorker(
  environment: Readonly<Record<string, string>>,
): Promise<SecondWorker> {
  const start = async (): Promise<ChildProcess> => {
    const started = fork(join(REPOSITORY, WORKER_SCRIPT), [], {
      env: { ...environment, PORT: '0', METRICS_PORT: '0' },
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    const ended = once(started, 'exit').then(([code]): never => {
      throw new Error(`the second ingest-worker ended with ${String(code)}`);
    });
    // Its announcement that it listens.
    await Promise.race([once(started, 'message'), ended]);
    // Whoever kills it later does not want to hear of it.
    ended.catch(() => undefined);
    return started;
  };
  let child = await start();
  const isGone = (): boolean => child.exitCode !== null || child.signalCode !== null;
  return {
    name: 'second ingest-worker',
    pid: () => child.pid ?? null,
    revive: async () => {
      if (isGone()) child = await start();
    },
    stop: async (signal) => {
      if (isGone()) return;
      const gone = once(child, 'exit');
      child.kill(signal);
      await gone;
    },
  };
}
