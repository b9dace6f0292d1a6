import { ApiError } from '@tidemark/platform';
import type { Logger, Metrics } from '@tidemark/platform';
import type { ActionRepository, Project } from '@tidemark/postgres';
import type { QueryEngine } from '@tidemark/query-engine';
import { fairAllowance } from '@tidemark/redis';
import type { LiveFeed } from './live-feed';
import { createLiveFeed } from './live-feed';
import { createLiveMetrics } from './live-metrics';
import type { LiveFilter } from './live-reader';
import { createLiveReader } from './live-reader';
import type { Viewer } from './viewer';

/** All streams of live events of a process. */
export interface LiveEvents {
  /**
   * @returns the way to leave
   * @throws ApiError 400 for a filter that is not valid, 503 when too many streams are open
   */
  join(
    viewer: Viewer,
    wanted: {
      readonly project: Project;
      readonly filter: LiveFilter;
      readonly lastId: string | null;
    },
  ): Promise<() => void>;
  /** Ends all streams and accepts no new ones. */
  close(): void;
}

/** @param deps.maxStreams open at once; projects share them fairly */
export function createLiveEvents(deps: {
  readonly engine: Pick<QueryEngine, 'ask'>;
  readonly actions: Pick<ActionRepository, 'findById'>;
  readonly maxStreams: number;
  readonly metrics: Metrics;
  readonly now: () => Date;
  readonly logger: Logger;
}): LiveEvents {
  const feeds = new Map<string, LiveFeed>();
  const held = new Map<number, number>();
  const closing = new AbortController();
  const count = (): number => [...held.values()].reduce((sum, streams) => sum + streams, 0);
  const metrics = createLiveMetrics(deps.metrics, { streams: count, feeds: () => feeds.size });

  const feedOf = (project: Project, filter: LiveFilter): LiveFeed => {
    for (const [key, feed] of feeds) if (feed.isIdle()) feeds.delete(key);
    const key = JSON.stringify([project.id, project.timezone, filter]);
    const known = feeds.get(key);
    if (known !== undefined) return known;
    const feed = createLiveFeed({
      reader: createLiveReader(deps, project, filter, closing.signal),
      metrics,
      now: deps.now,
      onFailure: (error) =>
        deps.logger.warn(
          { err: error, projectId: project.id },
          'live events cannot be read: open streams wait for them',
        ),
    });
    feeds.set(key, feed);
    return feed;
  };
  /** Takes a place among the streams. @throws ApiError 503 */
  const takePlace = (projectId: number): (() => void) => {
    const mine = held.get(projectId) ?? 0;
    const use = { length: count(), held: mine, maxLength: deps.maxStreams };
    if (closing.signal.aborted || fairAllowance(use) === 0) throw tooMany();
    held.set(projectId, mine + 1);
    return () => {
      const left = (held.get(projectId) ?? 1) - 1;
      if (left === 0) held.delete(projectId);
      else held.set(projectId, left);
    };
  };

  return {
    async join(viewer, { project, filter, lastId }) {
      const givePlaceBack = takePlace(project.id);
      try {
        const leave = await feedOf(project, filter).join(viewer, lastId);
        return once(() => {
          leave();
          givePlaceBack();
        });
      } catch (error) {
        givePlaceBack();
        throw error;
      }
    },
    close: () => {
      closing.abort();
      for (const feed of feeds.values()) feed.close();
      feeds.clear();
    },
  };
}

/** A stream can end in several ways at once. */
function once(work: () => void): () => void {
  let isDone = false;
  return () => {
    if (isDone) return;
    isDone = true;
    work();
  };
}

function tooMany(): ApiError {
  return new ApiError(
    503,
    'server_error',
    'service_unavailable',
    'Too many streams of live events are open.',
    { headers: { 'Retry-After': '10' } },
  );
}
