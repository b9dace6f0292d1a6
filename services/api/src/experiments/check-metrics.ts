import type { ExperimentWrite } from '@tidemark/contracts';
import { validationError } from '@tidemark/platform';
import type { WantedMetric } from '@tidemark/postgres';
import type { ExperimentDeps } from './deps';

type Document = Readonly<Record<string, unknown>>;

/** Where metrics name events and actions. */
const SOURCES = ['source', 'numerator', 'denominator', 'start_event', 'completion_event'] as const;

/**
 * Metrics may name events that the project has seen, and actions that it has.
 *
 * @param current events and actions that the experiment already uses may stay
 * @throws ApiError 400
 */
export async function checkMetrics(
  { eventDefinitions, actions }: Pick<ExperimentDeps, 'eventDefinitions' | 'actions'>,
  projectId: number,
  body: Pick<ExperimentWrite, 'metrics' | 'metrics_secondary' | 'allow_unknown_events'>,
  current: readonly Document[] = [],
): Promise<void> {
  const settled = new Set(eventNames(current.flatMap(nodesOf)));
  for (const attr of ['metrics', 'metrics_secondary'] as const) {
    const nodes = (body[attr] ?? []).flatMap(nodesOf);
    const id = await missingAction(actions, projectId, body[attr] ?? []);
    if (id !== undefined) {
      const detail = `Action(s) with ID ${id} not found or deleted. Each ActionsNode must reference an existing action belonging to this project.`;
      throw validationError('invalid_input', detail, attr);
    }
    if (body.allow_unknown_events === true) continue;
    const names = eventNames(nodes).filter((name) => !settled.has(name));
    const known = await eventDefinitions.knownNames(projectId, names);
    const unknown = names.filter((name) => !known.has(name));
    if (unknown.length === 0) continue;
    const shown = unknown.map((name) => `'${name}'`).join(', ');
    throw validationError(
      'invalid_input',
      `Event(s) ${shown} not found: this project has never seen them. Correct the name, or send allow_unknown_events.`,
      attr,
    );
  }
}

/** The first action of some metrics that the project does not have; undefined if it has all. */
export async function missingAction(
  actions: ExperimentDeps['actions'],
  projectId: number,
  metrics: readonly Document[],
): Promise<number | undefined> {
  for (const id of actionIds(metrics.flatMap(nodesOf))) {
    const action = await actions.findById(projectId, id);
    if (action === null || action.deleted) return id;
  }
  return undefined;
}

/**
 * The shared metrics that a body names; undefined when it names no list.
 *
 * @throws ApiError 400 for one that the project does not have
 */
export async function findSavedMetrics(
  { savedMetrics }: Pick<ExperimentDeps, 'savedMetrics'>,
  projectId: number,
  { saved_metrics_ids: uses }: Pick<ExperimentWrite, 'saved_metrics_ids'>,
): Promise<
  { readonly wanted: readonly WantedMetric[]; readonly queries: readonly Document[] } | undefined
> {
  if (uses === undefined) return undefined;
  const ids = [...new Set((uses ?? []).map(({ id }) => id))];
  const found = await savedMetrics.findMany(projectId, ids);
  if (found.length < (uses ?? []).length) {
    throw validationError(
      'invalid_input',
      'Saved metric does not exist or does not belong to this project',
      'saved_metrics_ids',
    );
  }
  const wanted = (uses ?? []).map(({ id, metadata }) => ({
    savedMetricId: id,
    metadata: metadata ?? {},
  }));
  return { wanted, queries: found.map(({ query }) => query) };
}

function nodesOf(metric: Document): readonly Document[] {
  const { series } = metric;
  const nodes: unknown[] = [...SOURCES.map((name) => metric[name]), series].flat();
  return nodes.filter((node) => typeof node === 'object' && node !== null) as Document[];
}

function eventNames(nodes: readonly Document[]): readonly string[] {
  const names = nodes.filter(({ kind }) => kind === 'EventsNode').map(({ event }) => event);
  const texts = names.filter((name) => typeof name === 'string' && name.trim() !== '') as string[];
  return [...new Set(texts)].sort();
}

function actionIds(nodes: readonly Document[]): readonly number[] {
  const ids = nodes.filter(({ kind }) => kind === 'ActionsNode').map(({ id }) => Number(id));
  return [...new Set(ids)];
}
