import type { Logger, Metrics } from '@tidemark/platform';
import type { Repositories } from '../repositories';
import { createRepositories } from '../repositories';
import type { Stores } from '../stores';
import { createReplicaWatch } from './replica-watch';
import { withStaleReads } from './stale-reads';

const LOOK_EVERY_MS = 1_000;

const LAG = 'postgres_standby_lag_seconds';
const LAG_HELP =
  'Maximum age of the data of the standby; NaN without a standby, or before its first response';

/** Repositories that read lists from the standby, if there is one. The lag of the standby is a metric. */
export function openReplica(
  { database, replica }: Pick<Stores, 'database' | 'replica'>,
  repositories: Repositories,
  { metrics, logger }: { readonly metrics: Metrics; readonly logger: Logger },
): { readonly repositories: Repositories; readonly closeReplica: () => void } {
  if (replica === null) {
    metrics.readGauge(LAG, LAG_HELP, () => NaN);
    return { repositories, closeReplica: () => undefined };
  }
  const now = (): number => performance.now();
  const watch = createReplicaWatch({ primary: database, replica, now, logger });
  metrics.readGauge(LAG, LAG_HELP, () => watch.lagSeconds());
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
