import { createPersonPropertiesCache, forgetQueryResults } from '@tidemark/redis';
import type { ApiParts } from '../parts';
import type { PublishDeps } from './publish-changes';

/** What a change of persons or groups is brought to. */
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
