import type { Redis } from '../connection/redis';

/** The key of a conversation: its id is only valid for one user in one project. */
export interface ChatKey {
  readonly projectId: number;
  readonly userId: number;
  readonly id: string;
}

export interface ChatStore<Turn> {
  /** The turns, oldest first; empty for an unknown or expired conversation. */
  turns(key: ChatKey): Promise<readonly Turn[]>;
  /** Adds a turn, deletes old turns beyond the maximum, and extends the lifetime of the conversation. */
  append(key: ChatKey, turn: Turn): Promise<void>;
}

const TTL_SECONDS = 24 * 3_600;
const MAX_TURNS = 20;

/** Conversations about queries, stored in Redis for a day after their last turn. */
export function createChatStore<Turn>(
  redis: Redis,
  parse: (value: unknown) => Turn,
): ChatStore<Turn> {
  const keyOf = ({ projectId, userId, id }: ChatKey): string =>
    `tidemark:query-chat:{${projectId}:${userId}:${id}}`;
  return {
    async turns(key) {
      const entries = await redis.lrange(keyOf(key), 0, -1);
      return entries.map((entry) => parse(JSON.parse(entry)));
    },
    async append(key, turn) {
      const name = keyOf(key);
      await redis
        .multi()
        .rpush(name, JSON.stringify(turn))
        .ltrim(name, -MAX_TURNS, -1)
        .expire(name, TTL_SECONDS)
        .exec();
    },
  };
}
