import type { ExperimentCopy, ExperimentCreate } from '@tidemark/contracts';
import { experimentCreateSchema } from '@tidemark/contracts';
import { toValidationError } from '@tidemark/platform';
import type { Experiment } from '@tidemark/postgres';
import type { ExperimentDeps } from './deps';
import { createExperiment } from './save-experiment';

type Document = Readonly<Record<string, unknown>>;

/**
 * A draft with the questions of another experiment, in the same project or in another one; shared metrics and
 * holdouts are the project's.
 *
 * @throws ApiError 400
 */
export async function copyExperiment(
  deps: ExperimentDeps,
  source: Experiment,
  by: { readonly projectId: number; readonly userId: number },
  { name, feature_flag_key: key }: ExperimentCopy,
): Promise<Experiment> {
  const body = {
    name: name || (await freeName(deps, by.projectId, `${source.name} (Copy)`)),
    feature_flag_key: key || source.flag.key,
    description: source.description,
    type: source.type,
    parameters: source.parameters,
    metrics: source.metrics.map(withoutUuid),
    metrics_secondary: source.metricsSecondary.map(withoutUuid),
    stats_config: source.statsConfig,
    exposure_criteria: source.exposureCriteria,
    only_count_matured_users: source.onlyCountMaturedUsers,
    ...(by.projectId === source.projectId && {
      saved_metrics_ids: source.savedMetrics.map(({ savedMetricId, metadata }) => ({
        id: savedMetricId,
        ...('type' in metadata && { metadata }),
      })),
    }),
    allow_unknown_events: true,
  };
  return createExperiment(deps, by, checked(body));
}

function checked(body: object): ExperimentCreate {
  const parsed = experimentCreateSchema.safeParse(body, { reportInput: true });
  if (parsed.error !== undefined) throw toValidationError(parsed.error);
  return parsed.data;
}

/** The name, followed by a number if another experiment already has it. */
async function freeName(
  { experiments }: Pick<ExperimentDeps, 'experiments'>,
  projectId: number,
  base: string,
): Promise<string> {
  let [name, count] = [base, 0];
  while (await experiments.isNameTaken(projectId, name)) {
    count += 1;
    name = `${base} ${count}`;
  }
  return name;
}

function withoutUuid({ uuid: _uuid, ...metric }: Document): Document {
  return metric;
}
