import type { Logger, Metrics } from '@tidemark/platform';
import type { FlagDirectory, ProjectFlags } from '../projects/flag-directory';
import type { LiveFlagsDeps, LiveFlagsHandler } from './live-flags-handler';
import { createLiveFlagsHandler } from './live-flags-handler';
import type { LiveStreamLimits } from './live-stream-hub';
import { createLiveStreamHub } from './live-stream-hub';
import type { PersonFlagsDeps } from './person-flags';
import { createPersonFlags } from './person-flags';

/** Below the 60 s after which many proxies close a silent connection. */
const HEARTBEAT_MS = 25_000;
const SPREAD_SECONDS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** Streams of a person's flags for open pages. */
export interface LiveFlags {
  readonly handler: LiveFlagsHandler;
  /** A project's flags have changed. */
  flagsChanged(projectId: number): void;
  /** A project's settings have changed: its token, its quota. */
  projectChanged(projectId: number): void;
  /** Before the server closes: streams would hold it. */
  end(): void;
}

export function openLiveFlags(
  deps: Omit<LiveFlagsDeps, 'hub' | 'flagsOf' | 'metrics'> &
    PersonFlagsDeps & {
      readonly flags: FlagDirectory;
      readonly limits: LiveStreamLimits;
      readonly metrics: LiveFlagsDeps['metrics'] & PersonFlagsDeps['metrics'];
      readonly registry: Metrics;
      readonly logger: Logger;
      /** Monotonic ms. */
      readonly monotonic: () => number;
    },
): LiveFlags {
  const { flags, registry, logger } = deps;
  const spread = registry.histogram(
    'edge_live_flag_spread_seconds',
    'Time from a change until the open flag streams of its project were evaluated',
    [],
    SPREAD_SECONDS,
  );
  const hub = createLiveStreamHub({
    limits: deps.limits,
    heartbeatMs: HEARTBEAT_MS,
    logger,
    onSpread: (seconds) => spread.observe(seconds),
    now: deps.monotonic,
  });
  registry.readGauge('edge_live_flag_streams', 'Open streams of the flags of a person', () =>
    hub.count(),
  );
  /** The flags that streams were last evaluated with. */
  const evaluated = new WeakSet<ProjectFlags>();

  const spreadIfNew = async (projectId: number): Promise<void> => {
    // While Postgres is unavailable a change is announced again and again, and the flags stay the last known ones.
    const current = await flags.get(projectId);
    if (evaluated.has(current)) return;
    evaluated.add(current);
    hub.changed(projectId);
  };

  return {
    handler: createLiveFlagsHandler({ ...deps, hub, flagsOf: createPersonFlags(deps) }),
    flagsChanged: (projectId) => {
      if (hub.count() === 0) return;
      spreadIfNew(projectId).catch((error: unknown) =>
        logger.warn({ err: error }, 'flags cannot be read: open flag streams wait for them'),
      );
    },
    projectChanged: (projectId) => hub.changed(projectId),
    end: () => hub.close(),
  };
}
