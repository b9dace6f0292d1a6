import {
  experimentEndSchema,
  experimentSchema,
  experimentShipSchema,
  idParameter,
} from '@tidemark/contracts';
import type { Experiment, ExperimentChange } from '@tidemark/postgres';
import { z } from 'zod';
import { inProject } from '../activity-log/author';
import type { ProjectRoute } from '../auth/routes';
import { projectRoute } from '../auth/routes';
import type { ExperimentDeps } from './deps';
import { archive, end, launch, pause, reset, resume, shipVariant, unarchive } from './lifecycle';
import { changeExperiment } from './save-experiment';
import { createShown } from './shown';

const params = z.object({ id: idParameter() });

/** The steps in the life of an experiment, each a POST (`docs/wire/experiments.md#experiment-actions`). */
export function createExperimentActionRoutes(deps: ExperimentDeps): readonly ProjectRoute[] {
  const shown = createShown(deps);

  /** Without regard to the body. */
  const step = (
    verb: string,
    summary: string,
    decide: (current: Experiment, now: Date) => ExperimentChange,
  ) => stepWith(verb, summary, z.unknown(), (current, now) => decide(current, now));

  const stepWith = <Body extends z.ZodType>(
    verb: string,
    summary: string,
    body: Body,
    decide: (current: Experiment, now: Date, body: z.output<Body>) => ExperimentChange,
  ) =>
    projectRoute({
      name: `experiments_${verb}_create`,
      summary,
      method: 'POST',
      path: `/experiments/:id/${verb}/`,
      access: { scope: 'experiment:write' },
      params,
      body,
      response: experimentSchema,
      async handle({ caller, params: { id }, body: given }) {
        const change = (current: Experiment) => decide(current, deps.now(), given);
        return shown(await changeExperiment(deps, inProject(caller), id, change));
      },
    });

  return [
    step('launch', 'Start an experiment that is a draft', launch),
    step('pause', 'Turn the flag of a running experiment off', pause),
    step('resume', 'Turn the flag of a paused experiment on', resume),
    stepWith('end', 'End an experiment and leave its flag as it is', experimentEndSchema, end),
    stepWith(
      'ship_variant',
      'Ship a variant to everybody, and end the experiment if it is running',
      experimentShipSchema,
      shipVariant,
    ),
    step('archive', 'Archive an ended experiment', archive),
    step('unarchive', 'Unarchive an experiment', unarchive),
    step('reset', 'Make an experiment a draft again', reset),
  ];
}
