import type { DiskWatch } from '@tidemark/platform';
import type { EdgeAppDeps } from './app';
import { createAiHandler } from './capture/ai-handler';
import { createCaptureHandler } from './capture/capture-handler';
import { logWithSpace } from './capture/log-with-space';
import { createRejectionWarnings } from './capture/rejection-warnings';
import { createCaptureV1Handler } from './capture-v1/capture-v1-handler';
import type { EdgeProcess } from './edge-process';
import type { BodyHandlerDeps } from './http/body-handler';
import type { EdgeLimits } from './limits/open-limits';
import type { EdgeStores } from './open-stores';
import type { ProjectDirectory } from './projects/project-directory';
import { openReading } from './reading/open-reading';
import { createOtlpHandler } from './otlp/otlp-handler';
import { createRecordingHandler } from './recordings/recording-handler';

/** The routes that write to the ingest log. */
export interface Capture {
  readonly handlers: Pick<EdgeAppDeps, 'ai' | 'capture' | 'captureV1' | 'recordings' | 'otlp'>;
  /** Writes the warnings that were not written yet. */
  stopWork(): Promise<void>;
  /** Ends the threads that read bodies. */
  stop(): Promise<void>;
}

const SHARE_LEFT_TO_FLAGS = 1 / 8;

export function openCapture(
  { config, logger, metrics, edgeMetrics, now }: EdgeProcess,
  stores: Pick<EdgeStores, 'log'>,
  parts: {
    readonly bodies: Omit<BodyHandlerDeps, 'metrics'>;
    readonly projects: ProjectDirectory;
    readonly limits: EdgeLimits;
    /** Null: the disk is not watched. */
    readonly disk: DiskWatch | null;
  },
): Capture {
  const { bodies, projects, limits, disk } = parts;
  const producerLog = stores.log.producer({
    partitions: config.INGEST_PARTITIONS,
    maxLength: config.INGEST_LOG_MAX_EVENTS,
  });
  const log = disk === null ? producerLog : logWithSpace(producerLog, disk);
  const reading = openReading(config, metrics);
  const rejections = createRejectionWarnings({ log, logger, now });
  const deps = {
    ...bodies,
    // Capture leaves a share of the budget to flag requests.
    budget: {
      ...bodies.budget,
      hold: () => bodies.budget.hold(config.EDGE_MAX_BODY_BYTES_IN_FLIGHT * SHARE_LEFT_TO_FLAGS),
    },
    projects,
    metrics: edgeMetrics,
    logger,
    now,
    rejections,
    log,
    readers: reading.readers,
    eventLimit: limits.eventLimit,
    acceptUnknownTokens: config.UNKNOWN_TOKEN_STATUS === '200',
    trustedProxyHops: config.TRUSTED_PROXY_HOPS,
  };
  return {
    handlers: {
      ai: createAiHandler(deps),
      capture: createCaptureHandler(deps),
      captureV1: createCaptureV1Handler(deps),
      recordings: createRecordingHandler(deps),
      otlp: createOtlpHandler(deps),
    },
    stopWork: () => rejections.stop(),
    stop: () => reading.stop(),
  };
}
