import type { Logger } from '@tidemark/platform';
import type { Repositories } from '../repositories';
import { createRepositories } from '../repositories';
import type { Stores } from '../stores';
import { createReplicaWatch } from './replica-watch';
import { withStaleReads } from './stale-reads';

const LOOK_EVERY_MS = 1_000;

/** Repositories that read lists from the standby, where there is one. */
export function openReplica(
  { database, replica }: Pick<Stores, 'database' | 'replica'>,
  repositories: Repositories,
  logger: Logger,
): { readonly repositories: Repositories; readonly closeReplica: () => void } {
  if (replica === null) return { repositories, closeReplica: () => undefined };
  const now = (): number => performance.now();
  const watch = createReplicaWatch({ primary: database, replica, now, logger });
  let isLooking = false;
  const timer = setInterval(() => {
    if (isLooking) return;
    isLooking = true;
    void watch.look().finally(() => {
      isLooking = false;
    });
  }, LOOK_EVERY_MS);
  timer.unref();
  return {
    repositories: withStaleReads(repositories, createRepositories(replica), watch),
    closeReplica: () => clearInterval(timer),
  };
}
