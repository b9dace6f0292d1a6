import type { DefinitionsChanged } from '@tidemark/contracts';
import type { Logger } from '@tidemark/platform';
import type { DefinitionsChannel } from '@tidemark/redis';

/** Announces a committed change to the other processes. */
export type AnnounceChange = (projectId: number, what: DefinitionsChanged['what']) => Promise<void>;

/**
 * The change is committed when this is called, so it never fails the request: processes that miss the
 * message find out when they refresh.
 */
export function createAnnouncer(
  channel: Pick<DefinitionsChannel, 'publish'>,
  /** The project cache of this process. */
  known: { forget(): void },
  logger: Logger,
): AnnounceChange {
  return async (projectId, what) => {
    // This process also receives its own message, but its next request may arrive earlier.
    if (what === 'project') known.forget();
    try {
      await channel.publish({ project_id: projectId, what });
    } catch (error) {
      logger.warn(
        { err: error, projectId, what },
        'a change of definitions could not be announced to the edges',
      );
    }
  };
}
