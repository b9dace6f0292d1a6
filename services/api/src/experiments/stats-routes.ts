import { experimentStatsSchema } from '@tidemark/contracts';
import { instantOf, wallTime } from '@tidemark/domain';
import type { ProjectRoute } from '../auth/routes';
import { projectRoute } from '../auth/routes';
import type { ExperimentDeps } from './deps';

const DAYS = 30;

/** How many experiments a project starts and ends (`docs/wire/experiments.md#experiment-stats`). */
export function createExperimentStatsRoutes({
  experiments,
  now,
}: Pick<ExperimentDeps, 'experiments' | 'now'>): readonly ProjectRoute[] {
  return [
    projectRoute({
      name: 'experiments_stats_retrieve',
      summary: 'Count the experiments that were started and ended in the last 30 days',
      method: 'GET',
      path: '/experiments/stats/',
      access: { scope: 'experiment:read' },
      response: experimentStatsSchema,
      async handle({ caller: { project } }) {
        const today = wallTime(now(), project.timezone);
        const midnight = { hour: 0, minute: 0, second: 0, ms: 0 };
        const startOf = (days: number): Date =>
          instantOf({ ...today, ...midnight, day: today.day + days }, project.timezone);
        const counts = await experiments.countChanges(project.id, {
          previous: startOf(-2 * DAYS),
          recent: startOf(-DAYS),
          end: startOf(1),
        });
        return {
          launched_last_30d: counts.launched,
          launched_previous_30d: counts.launchedBefore,
          percent_change: percentChange(counts.launched, counts.launchedBefore),
          active_experiments: counts.active,
          completed_last_30d: counts.completed,
        };
      },
    }),
  ];
}

/** With one decimal; from none to some is 100. */
function percentChange(now: number, before: number): number {
  if (before === 0) return now > 0 ? 100 : 0;
  return Math.round(((now - before) / before) * 1_000) / 10;
}
