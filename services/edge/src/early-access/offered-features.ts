import type { Logger } from '@tidemark/platform';
import type { EarlyAccessRepository, OfferedFeature } from '@tidemark/postgres';
import type { RefreshingCache } from '../definitions/refreshing-cache';
import { createRefreshingCache } from '../definitions/refreshing-cache';
import { withDeadline } from '../definitions/with-deadline';

/** A project's early access features whose flag is live. */
export type OfferedFeatures = RefreshingCache<number, readonly OfferedFeature[]>;

const FRESH_MS = 30_000;
const MAX_PROJECTS = 10_000;
const LOAD_DEADLINE_MS = 2_000;

/** Features by project id, in memory in front of Postgres; the last known serve while it is away. */
export function createOfferedFeatures(deps: {
  readonly features: Pick<EarlyAccessRepository, 'listOffered'>;
  readonly logger: Logger;
  readonly now: () => number;
}): OfferedFeatures {
  return createRefreshingCache<number, readonly OfferedFeature[]>({
    load: (projectId) => withDeadline(deps.features.listOffered(projectId), LOAD_DEADLINE_MS),
    freshMs: () => FRESH_MS,
    servesStale: () => true,
    maxEntries: MAX_PROJECTS,
    now: deps.now,
    onLoadFailed: (error) =>
      deps.logger.warn({ err: error }, 'feature store unavailable, serving the last known'),
  });
}
