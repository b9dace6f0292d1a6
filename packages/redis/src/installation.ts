import type { StoreMark } from '@tidemark/platform';
import type { Redis } from './connection/redis';

const KEY = 'tidemark:installation';

/** The id of the installation in Redis. */
export function redisMark(redis: Redis): StoreMark {
  return {
    store: 'redis',
    read: () => redis.get(KEY),
    async write(id) {
      await redis.set(KEY, id);
    },
  };
}
