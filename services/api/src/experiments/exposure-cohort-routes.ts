import { cohortSchema, cohortWriteSchema, idParameter } from '@tidemark/contracts';
import { toValidationError, validationError } from '@tidemark/platform';
import type { CohortFields, Experiment } from '@tidemark/postgres';
import { z } from 'zod';
import { inProject } from '../activity-log/author';
import type { ProjectRoute } from '../auth/routes';
import { projectRoute } from '../auth/routes';
import { cohortBody } from '../cohorts/cohort-body';
import { toCohortFields } from '../cohorts/cohort-fields';
import type { CohortsChanged } from '../cohorts/cohorts-changed';
import { found } from '../resource';
import type { ExperimentDeps } from './deps';

type Document = Readonly<Record<string, unknown>>;

const FLAG_CALLED = '$feature_flag_called';

/** The cohort of the people whom an experiment exposed (`docs/wire/experiments.md#exposure-cohort`). */
export function createExposureCohortRoutes({
  experiments,
  cohortsChanged,
}: Pick<ExperimentDeps, 'experiments'> & {
  readonly cohortsChanged: CohortsChanged;
}): readonly ProjectRoute[] {
  return [
    projectRoute({
      name: 'experiments_create_exposure_cohort_for_experiment_create',
      summary: 'Create a cohort of the people whom an experiment exposed',
      method: 'POST',
      path: '/experiments/:id/create_exposure_cohort_for_experiment/',
      access: { scope: 'experiment:write' },
      params: z.object({ id: idParameter() }),
      status: 201,
      body: z.unknown(),
      response: z.object({ cohort: cohortSchema }),
      async handle({ caller, params: { id } }) {
        const cohort = found(
          await experiments.createExposureCohort(inProject(caller), id, exposureCohort),
        );
        await cohortsChanged(caller.project.id, cohort.id, { calculate: true });
        return { cohort: cohortBody(cohort, caller.user) };
      },
    }),
  ];
}

/** @throws ApiError 400 for a draft, and for an experiment that has a cohort already */
function exposureCohort(experiment: Experiment): Partial<CohortFields> {
  const { name, startDate, exposureCohortId } = experiment;
  if (startDate === null) throw invalid('Experiment does not have a start date');
  if (exposureCohortId !== null) throw invalid('Experiment already has an exposure cohort');
  const leaf = {
    type: 'behavioral',
    value: 'performed_event',
    negation: false,
    ...exposingEvents(experiment),
    explicit_datetime: startDate.toISOString(),
  };
  const body = cohortWriteSchema.safeParse(
    {
      name: `Users exposed to experiment "${name}"`,
      filters: { properties: { type: 'AND', values: [{ type: 'AND', values: [leaf] }] } },
    },
    { reportInput: true },
  );
  if (body.error !== undefined) throw toValidationError(body.error);
  return toCohortFields(body.data);
}

/** The events that expose people: the calls of the flag, or the event or action of the exposure criteria. */
function exposingEvents({ flag, exposureCriteria }: Experiment): Document {
  const config = (exposureCriteria?.['exposure_config'] ?? {}) as Document;
  if (config['kind'] === 'ActionsNode') {
    return { key: config['id'], event_type: 'actions', event_filters: filtersOf(config) };
  }
  const event = config['event'] ?? FLAG_CALLED;
  const ofFlag = { key: '$feature_flag', value: [flag.key], operator: 'exact', type: 'event' };
  return {
    key: event,
    event_type: 'events',
    event_filters: [...(event === FLAG_CALLED ? [ofFlag] : []), ...filtersOf(config)],
  };
}

function filtersOf({ properties }: Document): readonly unknown[] {
  return Array.isArray(properties) ? properties : [];
}

function invalid(detail: string): Error {
  return validationError('invalid_input', detail);
}
