import { createProcessDirectory } from '@tidemark/redis';
import type { AccountRoute } from '../auth/routes';
import type { ApiParts } from '../parts';
import { createDeadLetterRoutes } from './dead-letter-routes';
import { createStatusRoutes } from './status-routes';

/** The routes by which administrators inspect the installation. */
export function createInstanceStatusRoutes(
  parts: Pick<
    ApiParts,
    'database' | 'clickhouse' | 'redis' | 'ingestLog' | 'queueCounts' | 'projects' | 'users' | 'now'
  >,
): readonly AccountRoute[] {
  const { redis } = parts;
  return [
    ...createDeadLetterRoutes({ ...parts, letters: parts.ingestLog.deadLetters }),
    ...createStatusRoutes({ ...parts, directory: createProcessDirectory(redis) }),
  ];
}
