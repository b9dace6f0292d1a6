import type { QuotedEvent } from '@tidemark/domain';
import { withinQuota } from '@tidemark/domain';
import type { Project } from '@tidemark/postgres';
import type { EdgeMetrics } from '../edge-metrics';

/** The events a project may still send; the others are counted and forgotten. */
export function keepWithinQuota<T extends QuotedEvent>(
  metrics: Pick<EdgeMetrics, 'overQuota'>,
  project: Pick<Project, 'quotaLimits'>,
  events: readonly T[],
  now: number,
): readonly T[] {
  const { kept, dropped } = withinQuota(project.quotaLimits, events, now);
  for (const [resource, count] of dropped) metrics.overQuota.inc({ resource }, count);
  return kept;
}
