import { referencedActionIds } from '@tidemark/contracts';
import type {
  CohortRepository,
  DestinationRepository,
  InsightRepository,
} from '@tidemark/postgres';

/** An item that refers to an action, as the list of references shows it. */
export interface ActionUser {
  readonly type: 'insight' | 'cohort' | 'hog_function';
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
  readonly destinations: Pick<DestinationRepository, 'listLive'>;
}

/** The stored items of a project that refer to an action, by the id of the action; insights first. */
export async function usersOfActions(
  { cohorts, insights, destinations }: ActionUserDeps,
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
    const name = insight.name || insight.derivedName || '';
    const url = `/insights/${id}`;
    add({ type: 'insight', id, name, url, createdAt, createdById }, insight.query);
  }
  for (const cohort of await cohorts.listLive(projectId)) {
    const { createdAt, createdById } = cohort;
    const id = String(cohort.id);
    const name = cohort.name ?? '';
    add({ type: 'cohort', id, name, url: `/cohorts/${id}`, createdAt, createdById }, [
      cohort.filters,
      cohort.groups,
      cohort.query,
    ]);
  }
  for (const destination of await destinations.listLive(projectId)) {
    const { id, name, createdAt, createdById, filters } = destination;
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
