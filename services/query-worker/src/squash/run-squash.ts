import type { ClickHouse, SquashOptions } from '@tidemark/clickhouse';
import { squashPersonOverrides } from '@tidemark/clickhouse';
import type { SquashReport } from '@tidemark/contracts';
import type { Logger } from '@tidemark/platform';
import type { SquashMetrics } from './squash-metrics';

export interface SquashDeps extends Pick<SquashOptions, 'topology'> {
  readonly clickhouse: ClickHouse;
  /** Age of the overrides that are folded. */
  readonly afterMs: number;
  readonly now: () => Date;
  readonly isStopping: () => boolean;
  readonly metrics: SquashMetrics;
  readonly logger: Logger;
}

/**
 * Runs and counts one squash. If it fails halfway, events are rewritten while their overrides remain: both agree, and
 * the next run continues.
 */
export async function runSquash(deps: SquashDeps): Promise<SquashReport> {
  const { clickhouse, topology, isStopping, metrics, logger } = deps;
  const started = performance.now();
  const elapsed = (): number => (performance.now() - started) / 1_000;
  try {
    const writtenBefore = new Date(deps.now().getTime() - deps.afterMs);
    const folded = await squashPersonOverrides(clickhouse, { writtenBefore, topology, isStopping });
    const report = { folded, seconds: elapsed() };
    metrics.runs.inc({ outcome: 'completed' });
    metrics.folded.inc(folded);
    logger.info(report, 'person overrides squashed');
    return report;
  } catch (error) {
    metrics.runs.inc({ outcome: 'failed' });
    throw error;
  } finally {
    metrics.seconds.observe(elapsed());
  }
}
