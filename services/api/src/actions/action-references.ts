import { referencedActionIds } from '@tidemark/contracts';
import type {
  CohortRepository,
  DestinationRepository,
  ExperimentRepository,
  InsightRepository,
} from '@tidemark/postgres';

/** An item that refers to an action, as the list of references shows it. */
export interface ActionUser {
  readonly type: 'insight' | 'experiment' | 'cohort' | 'hog_function';
  /** The id that the API uses for this kind of item: a short id, or a number. */
  readonly id: string;
  readonly name: string;
  readonly url: string;
  readonly createdAt: Date;
  readonly createdById: number | null;
}

export interface ActionUserDeps {
  readonly cohorts: Pick<CohortRepository, 'listLive'>;
  readonly insights: Pick<InsightRepository, 'listQueries'>;
  readonly experiments: Pick<ExperimentRepository, 'listLive'>;
  readonly destinations: Pick<DestinationRepository, 'listLive'>;
}

/** What PostHog calls an item without a name. */
const UNNAMED = 'Unnamed';

/** The stored items of a project that refer to an action, by the id of the action; insights first. */
export async function usersOfActions(
  { cohorts, insights, experiments, destinations }: ActionUserDeps,
  projectId: number,
): Promise<ReadonlyMap<number, readonly ActionUser[]>> {
  const byAction = new Map<number, ActionUser[]>();
  const add = (user: ActionUser, document: unknown): void => {
    for (const id of referencedActionIds(document)) {
      const known = byAction.get(id) ?? [];
      byAction.set(id, [...known, user]);
    }
  };
  for (const insight of await insights.listQueries(projectId)) {
    const { shortId: id, createdAt, createdById } = insight;
    const name = insight.name || insight.derivedName || UNNAMED;
    const url = `/insights/${id}`;
    add({ type: 'insight', id, name, url, createdAt, createdById }, insight.query);
  }
  for (const experiment of await experiments.listLive(projectId)) {
    const { createdAt, createdById } = experiment;
    const id = String(experiment.id);
    const name = experiment.name || UNNAMED;
    add({ type: 'experiment', id, name, url: `/experiments/${id}`, createdAt, createdById }, [
      experiment.metrics,
      experiment.metricsSecondary,
      experiment.exposureCriteria,
      experiment.parameters,
      experiment.statsConfig,
    ]);
  }
  for (const cohort of await cohorts.listLive(projectId)) {
    const { createdAt, createdById } = cohort;
    const id = String(cohort.id);
    const name = cohort.name || UNNAMED;
    add({ type: 'cohort', id, name, url: `/cohorts/${id}`, createdAt, createdById }, [
      cohort.filters,
      cohort.groups,
      cohort.query,
    ]);
  }
  for (const destination of await destinations.listLive(projectId)) {
    const { id, createdAt, createdById, filters } = destination;
    const name = destination.name || UNNAMED;
    const named = new Set(actionsOf(filters));
    for (const actionId of named) {
      const user = { type: 'hog_function', id, name, createdAt, createdById } as const;
      byAction.set(actionId, [
        ...(byAction.get(actionId) ?? []),
        { ...user, url: `/functions/${id}` },
      ]);
    }
  }
  return byAction;
}

/** The actions that are a source of a destination; their ids are numbers or texts. */
function actionsOf({ actions }: Readonly<Record<string, unknown>>): readonly number[] {
  const listed: readonly unknown[] = Array.isArray(actions) ? actions : [];
  return listed
    .map((item) => Number(Object(item) === item ? (item as { id?: unknown }).id : Number.NaN))
    .filter((id) => Number.isSafeInteger(id));
}
