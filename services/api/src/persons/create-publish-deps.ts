import { createPersonPropertiesCache, forgetQueryResults } from '@tidemark/redis';
import type { ApiParts } from '../parts';
import type { PublishDeps } from './publish-changes';

/** The stores and channels to which a change of persons or groups is published. */
export function createPublishDeps(
  parts: Pick<ApiParts, 'identity' | 'clickhouse' | 'redis' | 'logger'>,
): PublishDeps {
  const { clickhouse, identity, logger, redis } = parts;
  return {
    identity,
    clickhouse,
    logger,
    personCache: createPersonPropertiesCache(redis),
    forgetResults: (projectId) => forgetQueryResults(redis, projectId),
  };
}
