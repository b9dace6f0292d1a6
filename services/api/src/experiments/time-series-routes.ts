import {
  experimentTimeSeriesSchema,
  idParameter,
  timeSeriesParameters,
  timeSeriesRecalculationResponseSchema,
  timeSeriesRecalculationSchema,
} from '@tidemark/contracts';
import { experimentDays, timeSeries } from '@tidemark/domain';
import { notFound, validationError } from '@tidemark/platform';
import type { Experiment, ExperimentResults } from '@tidemark/postgres';
import { z } from 'zod';
import type { ProjectRoute } from '../auth/routes';
import { projectRoute } from '../auth/routes';
import { found } from '../resource';
import { wireTime, wireTimeOrNull } from '../wire-time';
import type { ExperimentDeps } from './deps';

const params = z.object({ id: idParameter() });

/** The results of an experiment's metrics by day (`docs/wire/experiments.md#time-series`). */
export function createTimeSeriesRoutes({
  experiments,
  experimentResults: results,
  now,
}: Pick<ExperimentDeps, 'experiments' | 'now'> & {
  readonly experimentResults: ExperimentResults;
}): readonly ProjectRoute[] {
  const started = async (
    projectId: number,
    id: number,
    whenDraft: string,
  ): Promise<Experiment & { readonly startDate: Date }> => {
    const experiment = found(await experiments.findById(projectId, id));
    if (experiment.deleted) throw notFound();
    const { startDate } = experiment;
    if (startDate === null) throw validationError('invalid_input', whenDraft);
    return { ...experiment, startDate };
  };

  return [
    projectRoute({
      name: 'experiments_timeseries_results_retrieve',
      summary: 'Read the results of a metric of an experiment by day',
      method: 'GET',
      path: '/experiments/:id/timeseries_results/',
      access: { scope: 'experiment:read' },
      params,
      query: timeSeriesParameters,
      response: experimentTimeSeriesSchema,
      async handle({ caller: { project }, params: { id }, query }) {
        const experiment = await started(project.id, id, 'Experiment has not been started yet');
        const metric = {
          projectId: project.id,
          experimentId: id,
          metricUuid: query.metric_uuid,
          fingerprint: query.fingerprint,
        };
        const [stored, recalculation] = await Promise.all([
          results.list(metric),
          results.findRecalculation(metric),
        ]);
        const days = experimentDays({ ...experiment, timezone: project.timezone }, now());
        const computed = stored.map(({ updatedAt }) => updatedAt.getTime());
        return {
          experiment_id: id,
          metric_uuid: query.metric_uuid,
          ...timeSeries(
            days.map(({ day }) => day),
            stored,
          ),
          computed_at: computed.length === 0 ? null : wireTime(new Date(Math.max(...computed))),
          created_at: wireTime((stored[0] ?? experiment).createdAt),
          updated_at: wireTime((stored.at(-1) ?? experiment).updatedAt),
          recalculation_status: recalculation?.status ?? null,
          recalculation_created_at: wireTimeOrNull(recalculation?.createdAt ?? null),
        };
      },
    }),
    projectRoute({
      name: 'experiments_recalculate_timeseries_create',
      summary: 'Calculate the results of a metric of an experiment again, for all days',
      method: 'POST',
      path: '/experiments/:id/recalculate_timeseries/',
      access: { scope: 'experiment:write' },
      params,
      status: ({ is_new: isNew }) => (isNew ? 201 : 200),
      statuses: [200, 201],
      body: timeSeriesRecalculationSchema,
      response: timeSeriesRecalculationResponseSchema,
      async handle({ caller: { project }, params: { id }, body: { metric, fingerprint } }) {
        const whenDraft = "Cannot recalculate timeseries for experiment that hasn't started";
        await started(project.id, id, whenDraft);
        const metricUuid = String(metric['uuid']);
        const reference = { projectId: project.id, experimentId: id, metricUuid, fingerprint };
        const { recalculation, isNew } = await results.requestRecalculation(reference, metric);
        return {
          id: recalculation.id,
          experiment_id: id,
          metric_uuid: metricUuid,
          fingerprint,
          status: recalculation.status,
          created_at: wireTime(recalculation.createdAt),
          is_new: isNew,
        };
      },
    }),
  ];
}
