import type { Redis } from '../connection/redis';

/** The owner of a conversation: its id is valid only for one user in one project. */
export interface ChatKey {
  readonly projectId: number;
  readonly userId: number;
  readonly id: string;
}

export interface ChatStore<Turn> {
  /** The oldest first; empty for a conversation that is unknown or over. */
  turns(key: ChatKey): Promise<readonly Turn[]>;
  /** Adds a turn, forgets those beyond the last ones, and keeps the conversation alive. */
  append(key: ChatKey, turn: Turn): Promise<void>;
}

const TTL_SECONDS = 24 * 3_600;
const MAX_TURNS = 20;

/** Conversations about queries, in Redis, for a day after their last turn. */
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
