import type { SampleProgress } from '@tidemark/contracts';
import { sampleProgressSchema } from '@tidemark/contracts';
import type { Redis } from '../connection/redis';

/** Stores the progress of the work on an organization's sample project, one record per organization. */
export interface SampleProgressStore {
  /** Null if there is no record. */
  read(organizationId: string): Promise<SampleProgress | null>;
  write(organizationId: string, progress: SampleProgress): Promise<void>;
  /**
   * Changes fields while the project is being filled. False without a change if that has ended, because the project
   * is being removed or the record is about another project.
   */
  advance(
    organizationId: string,
    projectId: number,
    changes: Partial<Pick<SampleProgress, 'state' | 'sent' | 'total'>>,
  ): Promise<boolean>;
  forget(organizationId: string): Promise<void>;
}

const TTL_SECONDS = 7 * 24 * 3_600;

/** KEYS: record. ARGV: project, then fields and values. */
const ADVANCE = `#!lua flags=allow-oom
local known = redis.call('HMGET', KEYS[1], 'state', 'project_id')
if known[1] ~= 'filling' or known[2] ~= ARGV[1] then return 0 end
for at = 2, #ARGV, 2 do redis.call('HSET', KEYS[1], ARGV[at], ARGV[at + 1]) end
return 1`;

/** The record expires after a week, when the project is certainly filled. */
export function createSampleProgressStore(redis: Redis): SampleProgressStore {
  const keyOf = (organizationId: string): string => `tidemark:sample-data:${organizationId}`;
  return {
    async read(organizationId) {
      const fields = await redis.hgetall(keyOf(organizationId));
      if (fields['state'] === undefined) return null;
      return sampleProgressSchema.parse({
        state: fields['state'],
        project_id: Number(fields['project_id']),
        sent: Number(fields['sent']),
        total: Number(fields['total']),
        error: fields['error'] === '' ? null : fields['error'],
      });
    },
    async write(organizationId, { error, ...rest }) {
      const key = keyOf(organizationId);
      await redis
        .multi()
        .hset(key, { ...rest, error: error ?? '' })
        .expire(key, TTL_SECONDS)
        .exec();
    },
    async advance(organizationId, projectId, changes) {
      const values = Object.entries(changes).flatMap(([field, value]) => [field, String(value)]);
      const key = keyOf(organizationId);
      return (await redis.eval(ADVANCE, 1, key, String(projectId), ...values)) === 1;
    },
    async forget(organizationId) {
      await redis.del(keyOf(organizationId));
    },
  };
}
