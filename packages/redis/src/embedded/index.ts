export type { EmbeddedRedis, EmbeddedRedisOptions } from './start-embedded-redis';
export { startEmbeddedRedis } from './start-embedded-redis';
export { findRedisServer, redisServerPlaces } from './find-redis-server';
export type { RedisServer } from './find-redis-server';
export { unpackDebianRedis } from './unpack-debian-redis';
export { runningRedisUrl } from './running-redis';
