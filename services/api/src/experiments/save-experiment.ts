import type { ExperimentCreate, ExperimentWrite } from '@tidemark/contracts';
import { notFound, validationError } from '@tidemark/platform';
import type {
  Experiment,
  ExperimentChange,
  ExperimentHoldout,
  FeatureFlag,
  NewFlag,
} from '@tidemark/postgres';
import { withHoldout } from '@tidemark/postgres';
import { checkStateChange } from '../feature-flags/flag-dependencies';
import { checkMetrics, findSavedMetrics } from './check-metrics';
import type { ExperimentDeps } from './deps';
import {
  checkBaseline,
  checkDates,
  toExperimentFields,
  withCalculation,
  withMethod,
  withTestAccounts,
} from './experiment-fields';
import {
  checkLinkable,
  filtersFollowing,
  namedVariants,
  newFlag,
  variantsOf,
} from './experiment-flag';

interface Author {
  readonly projectId: number;
  readonly userId: number;
}

/**
 * A new experiment, with the flag of the key or a new one. Announced once committed.
 *
 * @throws ApiError 400
 */
export async function createExperiment(
  deps: ExperimentDeps,
  by: Author,
  body: ExperimentCreate,
): Promise<Experiment> {
  checkDates(body, { startDate: null, endDate: null });
  await checkMetrics(deps, by.projectId, body);
  const shared = await findSavedMetrics(deps, by.projectId, body);
  const holdout = (await findHoldout(deps, by.projectId, body)) ?? null;
  const given = toExperimentFields(body, null, shared?.queries ?? []);
  const active = (body.start_date ?? null) !== null;
  const choose = (live: readonly FeatureFlag[]): FeatureFlag | NewFlag => {
    const linked = live.find(({ key }) => key === body.feature_flag_key);
    if (linked === undefined) {
      const names = { key: body.feature_flag_key, name: body.name };
      return newFlag(names, body, { active, holdout });
    }
    checkLinkable(linked);
    return linked;
  };
  const experiment = await deps.experiments.create(by, (live) => {
    const flag = choose(live);
    const isLinked = 'id' in flag;
    const variants = variantsOf(flag.filters ?? {});
    const statsConfig = withMethod(given.statsConfig);
    checkBaseline(statsConfig, variants);
    const fields = {
      ...given,
      name: body.name,
      type: body.type === undefined ? 'product' : body.type,
      statsConfig,
      exposureCriteria: withTestAccounts(given.exposureCriteria),
      parameters: {
        ...withCalculation(body.parameters, body.running_time_calculation),
        feature_flag_variants: variants,
      },
      holdoutId: holdout?.id ?? null,
    };
    return {
      flag,
      // A new flag has the holdout already. A linked flag keeps that of another experiment if there is none here.
      ...(isLinked &&
        holdout !== null && {
          flagChange: { filters: withHoldout(flag.filters, holdout) },
        }),
      fields,
      savedMetrics: shared?.wanted ?? [],
    };
  });
  await deps.announceChange(by.projectId, 'feature_flags');
  return experiment;
}

/**
 * Changes an experiment. The checks see it and its flag as they are when the change is written.
 *
 * @throws ApiError 400, 404
 */
export async function updateExperiment(
  deps: ExperimentDeps,
  by: Author,
  id: number,
  body: ExperimentWrite,
): Promise<Experiment> {
  const before = await deps.experiments.findById(by.projectId, id);
  if (before === null) throw notFound();
  await checkMetrics(deps, by.projectId, body, [...before.metrics, ...before.metricsSecondary]);
  const shared = await findSavedMetrics(deps, by.projectId, body);
  const holdout = await findHoldout(deps, by.projectId, body);
  return changeExperiment(
    deps,
    by,
    id,
    (current) => {
      checkChange(current, body);
      const uses = shared?.queries ?? current.savedMetrics.map(({ query }) => query);
      const flag = flagChange(current, body, holdout);
      const fields = {
        ...toExperimentFields(body, current, uses),
        ...parameterFields(current, body),
        ...(holdout !== undefined && { holdoutId: holdout?.id ?? null }),
      };
      const variants = variantsOf(flag.filters ?? current.flag.filters);
      if (body.stats_config !== undefined || flag.filters !== undefined) {
        checkBaseline(fields.statsConfig ?? current.statsConfig, variants);
      }
      return { fields, flag, ...(shared !== undefined && { savedMetrics: shared.wanted }) };
    },
    { deletedToo: body.deleted === false },
  );
}

/**
 * Changes a live experiment as `decide` says, announces it once committed, and forgets earlier results. Its flag is
 * turned on and off under the rules for flags that depend on each other.
 *
 * @throws ApiError 404, and what `decide` throws
 */
export async function changeExperiment(
  deps: Pick<ExperimentDeps, 'experiments' | 'announceChange' | 'forgetResults'>,
  by: Author,
  id: number,
  decide: (current: Experiment) => ExperimentChange,
  { deletedToo }: { readonly deletedToo: boolean } = { deletedToo: false },
): Promise<Experiment> {
  const experiment = await deps.experiments.update(by, id, (current, live) => {
    if (current.deleted && !deletedToo) throw notFound();
    const change = decide(current);
    checkStateChange(current.flag, change.flag ?? {}, live);
    return change;
  });
  if (experiment === null) throw notFound();
  await deps.forgetResults(by.projectId);
  await deps.announceChange(by.projectId, 'feature_flags');
  return experiment;
}

/** The holdout that a body names; undefined when it names none, null when it wants none. */
async function findHoldout(
  { holdouts }: Pick<ExperimentDeps, 'holdouts'>,
  projectId: number,
  { holdout_id: id }: ExperimentWrite,
): Promise<ExperimentHoldout | null | undefined> {
  if (id === undefined || id === null) return id;
  const holdout = await holdouts.findById(projectId, id);
  if (holdout !== null) return holdout;
  const detail = `Invalid pk "${id}" - object does not exist.`;
  throw validationError('does_not_exist', detail, 'holdout_id');
}

/** Rejects changes of fields that an update must not change. @throws ApiError 400 */
function checkChange(current: Experiment, body: ExperimentWrite): void {
  const { flag } = current;
  const [key, type] = [body.feature_flag_key ?? flag.key, body.type ?? current.type];
  if (key !== flag.key) throw unchangeable('feature_flag_key');
  if (type !== current.type) throw unchangeable('type');
  checkDates(body, current);
  if (current.deleted && body.deleted === false && flag.deleted) {
    throw rejected(
      'Cannot restore experiment: the linked feature flag has been deleted. Restore the feature flag first.',
    );
  }
  if (current.startDate === null) {
    if ((body.start_date ?? null) !== null) checkLinkable(flag);
    return;
  }
  checkVariants(current, body);
  if (body.holdout_id !== undefined && body.holdout_id !== (current.holdout?.id ?? null)) {
    throw rejected("Can't update holdout on running Experiment");
  }
}

/** After the start of an experiment its variants cannot change; their shares change only on request. */
function checkVariants({ flag, parameters }: Experiment, body: ExperimentWrite): void {
  const wanted = namedVariants(body);
  if (wanted === undefined) return;
  const keysOf = (variants: readonly { readonly key: string }[]) =>
    variants.map(({ key }) => key).toSorted();
  if (String(keysOf(wanted)) !== String(keysOf(variantsOf(flag.filters)))) {
    throw rejected("Can't update feature_flag_variants on Experiment");
  }
  if (body.update_feature_flag_params === true || body.feature_flag === undefined) return;
  const sharesOf = (variants: unknown) =>
    JSON.stringify(
      ((variants ?? []) as readonly { key: string; rollout_percentage: number }[]).map(
        ({ key, rollout_percentage: share }) => [key, share],
      ),
    );
  const known = [variantsOf(flag.filters), parameters?.['feature_flag_variants']].map(sharesOf);
  if (known.includes(sharesOf(wanted))) return;
  throw rejected(
    'The variants of an experiment that has begun change only with update_feature_flag_params.',
  );
}

/** The changes of the flag: drafts, and updates that request it, copy the variants to it; a start turns it on. */
function flagChange(
  { flag, startDate }: Experiment,
  body: ExperimentWrite,
  holdout: ExperimentHoldout | null | undefined,
): NonNullable<ExperimentChange['flag']> {
  const isDraft = startDate === null;
  const starts = isDraft && (body.start_date ?? null) !== null;
  const follows = isDraft || body.update_feature_flag_params === true;
  const asked = (body.parameters ?? body.feature_flag ?? null) !== null || holdout !== undefined;
  if (!follows || !asked) return starts ? { active: true } : {};
  const changed = filtersFollowing(flag.filters, body);
  const filters = holdout === undefined ? changed : withHoldout(changed, holdout);
  return { filters, ...(starts && { active: true }) };
}

/** Parameters are replaced as a whole; the variants stay where none are named. */
function parameterFields(
  { parameters }: Experiment,
  body: ExperimentWrite,
): { readonly parameters?: NonNullable<Experiment['parameters']> } {
  const variants = namedVariants(body);
  const { parameters: given, running_time_calculation: calculation } = body;
  if (given === undefined && variants === undefined && calculation === undefined) return {};
  const kept = withCalculation(given === undefined ? parameters : given, calculation);
  const { feature_flag_variants: before } = parameters ?? {};
  return { parameters: { ...kept, feature_flag_variants: variants ?? before } };
}

function unchangeable(field: string): Error {
  return validationError('invalid_input', `Can't update keys: ${field} on Experiment`, field);
}

function rejected(detail: string): Error {
  return validationError('invalid_input', detail);
}
