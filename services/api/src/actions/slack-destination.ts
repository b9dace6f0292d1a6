import type { ApiError, SealedBox } from '@tidemark/platform';
import { validationError } from '@tidemark/platform';
import { actionDestinationId } from '@tidemark/domain';
import { destinationOfAction, findTemplate } from '@tidemark/destinations';
import type { Action, DestinationRepository } from '@tidemark/postgres';
import { inProject } from '../activity-log/author';
import type { ProjectCaller } from '../auth/access';

export interface SlackDestinationDeps {
  readonly destinations: Pick<DestinationRepository, 'create' | 'find' | 'update'>;
  /** Null if the operator set no key; the server then accepts no secrets. */
  readonly secrets: SealedBox | null;
  /** Whether messages can link to the console. */
  readonly hasLinks: boolean;
}

/**
 * Creates a destination that replaces `post_to_slack` of an action. It keeps the id of the action's deliveries, so no
 * event is delivered twice. One from an earlier migration that is off or deleted is made again; one that is on stays as
 * it is. Without a webhook or steps no destination is created.
 *
 * @throws ApiError 400 when the server has no key to store the address of the webhook with
 */
export async function createSlackDestination(
  { destinations, secrets, hasLinks }: SlackDestinationDeps,
  caller: ProjectCaller,
  action: Pick<Action, 'id' | 'name' | 'slackMessageFormat' | 'steps'>,
): Promise<void> {
  const { project } = caller;
  const webhook = project.slackWebhook ?? '';
  if (webhook === '' || action.steps.length === 0) return;
  const { id: actionId, name, slackMessageFormat: messageFormat } = action;
  const made = destinationOfAction({ id: actionId, name, messageFormat }, webhook, hasLinks);
  const id = actionDestinationId(project.id, actionId);
  const template = findTemplate(made.templateId);
  const isSecret = (key: string) =>
    template?.inputs.some((declared) => declared.key === key && declared.secret) ?? false;
  const entries = Object.entries(made.inputs);
  const secret = Object.fromEntries(entries.filter(([key]) => isSecret(key)));
  const hasSecrets = Object.keys(secret).length > 0;
  if (hasSecrets && secrets === null) throw noKey();
  const fields = {
    type: 'destination' as const,
    name: `Webhook for action ${actionId} (${name ?? ''})`,
    description: 'Made from an action with post_to_slack',
    enabled: true,
    deleted: false,
    templateId: made.templateId,
    iconUrl: template?.iconUrl ?? null,
    inputs: Object.fromEntries(entries.filter(([key]) => !isSecret(key))),
    secretInputs: hasSecrets && secrets !== null ? secrets.seal(JSON.stringify(secret), id) : null,
    filters: {
      source: 'events',
      actions: [{ id: String(actionId), name, type: 'actions', order: 0 }],
    },
  };
  const by = inProject(caller);
  const options = { withDeleted: true };
  if ((await destinations.create(by, id, fields)) !== null) return;
  const earlier = await destinations.find(project.id, id, options);
  if (earlier?.enabled === true && !earlier.deleted) return;
  await destinations.update(by, id, fields, options);
}

function noKey(): ApiError {
  const detail = 'This server has no key to store the webhook with (EXPORT_SECRETS_KEY).';
  return validationError('invalid_input', detail, 'post_to_slack');
}
