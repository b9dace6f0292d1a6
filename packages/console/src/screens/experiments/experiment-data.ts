import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { loadAllPages } from '../../api/all-pages';
import { request } from '../../api/client';
import type {
  Experiment,
  ExperimentDraft,
  Holdout,
  SavedMetric,
} from '../../queries/experiments/experiment';
import { canBeCompared, experimentBody } from '../../queries/experiments/experiment';
import type { TimeSeries } from '../../queries/experiments/over-time';
import { useProjectId } from '../../session/me';
import type { ListedFlag } from '../../ui/picker/flag-picker';
import type { Found } from '../../ui/picker/search-picker';

interface Page<T> {
  readonly results: readonly T[];
  readonly count: number;
}

/** The number of experiments, holdouts or shared metrics on a page of their list. */
export const EXPERIMENT_ROWS = 50;

const path = (projectId: number, rest: string): string => `/api/projects/${projectId}/${rest}`;

/**
 * A page of the experiments whose name or flag contains the text.
 *
 * @param state a status, or `archived`; empty for all that are not archived
 */
export function experimentListQuery(
  projectId: number,
  choice: { readonly text: string; readonly state: string; readonly offset: number },
) {
  const { text, state, offset } = choice;
  const isArchived = state === 'archived';
  const parameters = new URLSearchParams({
    limit: String(EXPERIMENT_ROWS),
    offset: String(offset),
    archived: String(isArchived),
    ...(text !== '' && { search: text }),
    ...(state !== '' && !isArchived && { status: state }),
  });
  return queryOptions({
    queryKey: ['experiments', projectId, 'list', choice],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => {
      const list = path(projectId, `experiments/?${parameters.toString()}`);
      return request<Page<Experiment>>('GET', list, { signal });
    },
  });
}

export function experimentQuery(projectId: number, id: string) {
  return queryOptions({
    queryKey: ['experiments', projectId, id],
    queryFn: ({ signal }) =>
      request<Experiment>('GET', path(projectId, `experiments/${encodeURIComponent(id)}/`), {
        signal,
      }),
  });
}

/** The text and the offset of a list that the server searches by name. */
export interface Searched {
  readonly text: string;
  readonly offset: number;
}

const searched = (projectId: number, list: string, { text, offset }: Searched): string => {
  const page = { limit: String(EXPERIMENT_ROWS), offset: String(offset) };
  return path(projectId, `${list}/?${new URLSearchParams({ ...page, search: text }).toString()}`);
};

/** A page of the holdouts whose name contains the text. */
export function holdoutsQuery(projectId: number, choice: Searched) {
  return queryOptions({
    queryKey: ['experiment-holdouts', projectId, choice],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      request<Page<Holdout>>('GET', searched(projectId, 'experiment_holdouts', choice), { signal }),
  });
}

/** The first holdouts whose name contains the text, for a picker. */
export async function findHoldouts(
  projectId: number,
  text: string,
  signal: AbortSignal,
): Promise<Found<number>> {
  const route = searched(projectId, 'experiment_holdouts', { text, offset: 0 });
  const { results, count } = await request<Page<Holdout>>('GET', route, { signal });
  return { count, choices: results.map(({ id, name }) => ({ key: id, label: name, value: id })) };
}

/** A holdout; not loaded for null. */
export function holdoutQuery(projectId: number, id: number | null) {
  return queryOptions({
    queryKey: ['experiment-holdouts', projectId, 'one', id],
    enabled: id !== null,
    queryFn: ({ signal }) =>
      request<Holdout>('GET', path(projectId, `experiment_holdouts/${id}/`), { signal }),
  });
}

/** A page of the shared metrics whose name contains the text. */
export function savedMetricsQuery(projectId: number, choice: Searched) {
  return queryOptions({
    queryKey: ['experiment-metrics', projectId, choice],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      request<Page<SavedMetric>>('GET', searched(projectId, 'experiment_saved_metrics', choice), {
        signal,
      }),
  });
}

/** A shared metric. */
export function savedMetricQuery(projectId: number, id: number) {
  return queryOptions({
    queryKey: ['experiment-metrics', projectId, 'one', id],
    queryFn: ({ signal }) =>
      request<SavedMetric>('GET', path(projectId, `experiment_saved_metrics/${id}/`), { signal }),
  });
}

/** The first shared metrics whose name contains the text, for a picker. */
export async function findSavedMetrics(
  projectId: number,
  text: string,
  signal: AbortSignal,
): Promise<Found<SavedMetric>> {
  const route = searched(projectId, 'experiment_saved_metrics', { text, offset: 0 });
  const { results, count } = await request<Page<SavedMetric>>('GET', route, { signal });
  const choices = results.map((metric) => ({ key: metric.id, label: metric.name, value: metric }));
  return { count, choices };
}

/** @throws ApiError */
export function saveExperiment(
  projectId: number,
  draft: ExperimentDraft,
  current: Experiment | null,
): Promise<Experiment> {
  const body = experimentBody(draft, current);
  if (current === null) return request('POST', path(projectId, 'experiments/'), { body });
  return request('PATCH', path(projectId, `experiments/${current.id}/`), { body });
}

type Step = 'launch' | 'pause' | 'resume' | 'end' | 'archive' | 'unarchive' | 'reset';

/** Returns a mutation that runs a command of an experiment. Afterwards the screens load it again. */
export function useExperimentCommand(id: number) {
  const projectId = useProjectId();
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ step, body = {} }: { readonly step: Step; readonly body?: object }) =>
      request<Experiment>('POST', path(projectId, `experiments/${id}/${step}/`), { body }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['experiments', projectId] }),
  });
}

export function shipVariant(projectId: number, id: number, body: object): Promise<Experiment> {
  return request('POST', path(projectId, `experiments/${id}/ship_variant/`), { body });
}

/** Creates a draft with the same metrics. Without a flag key in the body, it uses the same flag. */
export function duplicateExperiment(projectId: number, id: number, body: object) {
  return request<Experiment>('POST', path(projectId, `experiments/${id}/duplicate/`), { body });
}

/** Creates a dynamic cohort of the people whom the experiment exposed. */
export function createExposureCohort(projectId: number, id: number) {
  const route = `experiments/${id}/create_exposure_cohort_for_experiment/`;
  return request<{ readonly cohort: { readonly id: number } }>('POST', path(projectId, route), {
    body: {},
  });
}

/** A metric as a stored experiment has it. */
interface StoredMetric {
  readonly uuid: string;
  readonly fingerprint: string;
}

const RECALCULATION_MS = 2_000;

/** The results of a metric by day; read again while they are being calculated. */
export function timeSeriesQuery(projectId: number, id: number, metric: StoredMetric) {
  const { uuid, fingerprint } = metric;
  const query = new URLSearchParams({ metric_uuid: uuid, fingerprint }).toString();
  return queryOptions({
    queryKey: ['experiments', projectId, id, 'days', uuid, fingerprint],
    queryFn: ({ signal }) =>
      request<TimeSeries>(
        'GET',
        path(projectId, `experiments/${id}/timeseries_results/?${query}`),
        { signal },
      ),
    refetchInterval: ({ state }) =>
      (state.data?.recalculation_status ?? null) === null ? false : RECALCULATION_MS,
  });
}

/** Requests the calculation of all days of a metric. */
export function recalculateTimeSeries(projectId: number, id: number, metric: StoredMetric) {
  return request('POST', path(projectId, `experiments/${id}/recalculate_timeseries/`), {
    body: { metric, fingerprint: metric.fingerprint },
  });
}

export function deleteExperiment(projectId: number, id: number): Promise<unknown> {
  return request('PATCH', path(projectId, `experiments/${id}/`), { body: { deleted: true } });
}

export function createHoldout(projectId: number, body: object): Promise<Holdout> {
  return request('POST', path(projectId, 'experiment_holdouts/'), { body });
}

export function deleteHoldout(projectId: number, id: number): Promise<unknown> {
  return request('DELETE', path(projectId, `experiment_holdouts/${id}/`));
}

export function createSavedMetric(projectId: number, body: object): Promise<SavedMetric> {
  return request('POST', path(projectId, 'experiment_saved_metrics/'), { body });
}

export function deleteSavedMetric(projectId: number, id: number): Promise<unknown> {
  return request('DELETE', path(projectId, `experiment_saved_metrics/${id}/`));
}

export interface Plan {
  readonly units_per_variant: number;
  readonly units: number;
  readonly days: number;
  readonly by_days: readonly {
    readonly days: number;
    readonly minimum_detectable_effect: number;
    readonly power: number;
  }[];
}

/** The time that an experiment needs (`docs/compatibility/experiments.md`). */
export function planQuery(projectId: number, body: object | null) {
  return queryOptions({
    queryKey: ['experiment-plan', projectId, body],
    enabled: body !== null,
    queryFn: ({ signal }) =>
      request<Plan>('POST', path(projectId, 'experiments/plan/'), { body, signal }),
  });
}

/** The flag with this key if an experiment can use it, else null. The server searches keys by their parts. */
export function usableFlagQuery(projectId: number, key: string | undefined) {
  return queryOptions({
    queryKey: ['experiment-flag', projectId, key],
    enabled: key !== undefined,
    queryFn: async ({ signal }): Promise<ListedFlag | null> => {
      const search = new URLSearchParams({ search: key ?? '', type: 'multivariant' });
      const route = path(projectId, `feature_flags/?${search.toString()}`);
      const flags = await loadAllPages<ListedFlag>(route, signal);
      return flags.find((flag) => flag.key === key && canBeCompared(flag)) ?? null;
    },
  });
}
