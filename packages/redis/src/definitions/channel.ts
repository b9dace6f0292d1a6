import type { Redis } from '../connection/redis';
import { definitionsChangedSchema } from '@tidemark/contracts';
import type { DefinitionsChanged } from '@tidemark/contracts';
import type { Logger } from '@tidemark/platform';
import { versionKey } from './versions';

export const DEFINITIONS_CHANNEL = 'tidemark:definitions-changed';

export interface DefinitionsChannel {
  /**
   * Announces to all processes that a project's definitions changed. Must be called after the change is committed.
   * Also increments the project's version, so that a process that missed the message notices the change by polling.
   */
  publish(change: DefinitionsChanged): Promise<void>;
  /** Calls `listener` for each change from now on; returns a function that ends the subscription. */
  subscribe(listener: (change: DefinitionsChanged) => void): Promise<() => Promise<void>>;
}

export function createDefinitionsChannel(deps: {
  /** Any connection for commands. */
  readonly publisher: Redis;
  /** A connection with the role `pubsub` that is not used for anything else. */
  readonly subscriber: Redis;
  readonly logger?: Logger;
}): DefinitionsChannel {
  const { publisher, subscriber, logger } = deps;
  return {
    publish: async (change) => {
      // The version is incremented first, so that it is current when the message is received.
      await publisher.incr(versionKey(change.project_id));
      await publisher.publish(DEFINITIONS_CHANNEL, JSON.stringify(change));
    },
    subscribe: async (listener) => {
      const onMessage = (channel: string, message: string): void => {
        if (channel !== DEFINITIONS_CHANNEL) return;
        const change = parseChange(message);
        if (change === undefined)
          logger?.warn('a message on the definitions channel cannot be read');
        else listener(change);
      };
      subscriber.on('message', onMessage);
      await subscriber.subscribe(DEFINITIONS_CHANNEL);
      return async () => {
        subscriber.off('message', onMessage);
        if (subscriber.listenerCount('message') === 0) {
          await subscriber.unsubscribe(DEFINITIONS_CHANNEL);
        }
      };
    },
  };
}

function parseChange(message: string): DefinitionsChanged | undefined {
  try {
    const parsed = definitionsChangedSchema.safeParse(JSON.parse(message));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}
