import { createLogger } from '@tidemark/platform';
import { closeRedis, createRedis } from '@tidemark/redis';
import { statusMegabytes } from '../child';

/** Memory in megabytes. */
export const memoryOf = {
  /** The resident memory of a process; 0 if it does not run. */
  process: (pid: number | null): number => (pid === null ? 0 : statusMegabytes(pid, 'VmRSS')),
  /** The memory that Redis uses for data and buffers. */
  redis: async (url: string): Promise<number> => {
    const redis = createRedis(url, 'queue', createLogger('bench', 'warn'));
    try {
      const used = /used_memory:(\d+)/.exec(await redis.info('memory'))?.[1];
      return Number(used ?? 0) / 1024 ** 2;
    } finally {
      await closeRedis(redis);
    }
  },
};
