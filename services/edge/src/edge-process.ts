import type { Logger, Metrics } from '@tidemark/platform';
import type { EdgeConfig } from './config';
import type { EdgeMetrics } from './edge-metrics';

/** The objects that every part of the process uses. */
export interface EdgeProcess {
  readonly config: EdgeConfig;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly edgeMetrics: EdgeMetrics;
  /** Monotonic ms. */
  readonly monotonic: () => number;
  /** Wall clock, ms since the epoch. */
  readonly now: () => number;
}
