import type { ExperimentBody } from '@tidemark/contracts';
import type { Experiment } from '@tidemark/postgres';
import { peopleOf } from '../resource';
import type { ExperimentDeps } from './deps';
import { experimentBody, peopleIn } from './experiment-body';

/** Makes the function that turns an experiment into its body. */
export function createShown({
  users,
}: Pick<ExperimentDeps, 'users'>): (experiment: Experiment) => Promise<ExperimentBody> {
  return async (experiment) =>
    experimentBody(experiment, await peopleOf(users, [experiment], peopleIn));
}
