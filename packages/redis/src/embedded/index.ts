export type { EmbeddedRedis, EmbeddedRedisOptions } from './start-embedded-redis';
export { startEmbeddedRedis } from './start-embedded-redis';
export { runningRedisUrl } from './running-redis';
