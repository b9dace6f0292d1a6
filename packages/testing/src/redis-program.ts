import type { RedisServer } from '@tidemark/redis';
import { findRedisServer, redisServerPlaces } from '@tidemark/redis';

/**
 * Finds the redis-server that tests start: the installed one, or the one that the global set-up added to PATH.
 *
 * @throws Error if PATH has no redis-server
 */
export async function findTestRedis(): Promise<RedisServer> {
  const server = await findRedisServer(redisServerPlaces(process.env['PATH'] ?? ''));
  if (server === null)
    throw new Error('no redis-server on PATH: run with the jest project "integration"');
  return server;
}
