import type { Database } from '../database';

/** The filters of a destination, or of an action that posts to Slack. */
export interface SourceDefinition {
  /** Null if the source is an action. */
  readonly destinationId: string | null;
  readonly actionId: number | null;
  readonly filters: Readonly<Record<string, unknown>>;
}

/** All data that decides which events of a project are delivered. */
export interface ProjectSources {
  readonly sources: readonly SourceDefinition[];
  /** The steps of actions in `sources` that are not deleted. */
  readonly actionSteps: readonly { readonly id: number; readonly steps: readonly unknown[] }[];
  readonly testAccountFilters: readonly unknown[];
}

const NONE: ProjectSources = { sources: [], actionSteps: [], testAccountFilters: [] };

/** Reads the project's enabled destinations for events, and its actions that post to Slack. */
export async function readProjectSources(
  { db }: Database,
  projectId: number,
): Promise<ProjectSources> {
  const project = await db
    .selectFrom('projects')
    .select(['slack_incoming_webhook', 'test_account_filters'])
    .where('id', '=', projectId)
    .executeTakeFirst();
  if (project === undefined) return NONE;
  const destinations = await db
    .selectFrom('destinations')
    .select(['id', 'filters'])
    .where('project_id', '=', projectId)
    .where('type', '=', 'destination')
    .where('enabled', '=', true)
    .where('deleted', '=', false)
    .orderBy('id')
    .execute();
  const postsToSlack = (project.slack_incoming_webhook ?? '') !== '';
  if (destinations.length === 0 && !postsToSlack) return NONE;
  const actions = await db
    .selectFrom('actions')
    .select(['id', 'steps', 'post_to_slack'])
    .where('project_id', '=', projectId)
    .where('deleted', '=', false)
    .orderBy('id')
    .execute();
  // An action without steps matches every event, which is not meant by a post for each match.
  const posting = postsToSlack
    ? actions.filter((action) => action.post_to_slack && action.steps.length > 0)
    : [];
  return {
    sources: [
      ...destinations.map(({ id, filters }) => ({ destinationId: id, actionId: null, filters })),
      ...posting.map(({ id }) => ({
        destinationId: null,
        actionId: id,
        filters: { actions: [{ id }] },
      })),
    ],
    actionSteps: actions.map(({ id, steps }) => ({ id, steps })),
    testAccountFilters: project.test_account_filters,
  };
}
