import type { HogFunctionWrite, RestHookBody } from '@tidemark/contracts';
import type { Destination } from '@tidemark/postgres';
import { wireTime } from '../wire-time';

/** The only event of REST hooks: an event that an action matches. */
export const HOOK_EVENT = 'action_performed';

/** The destination of a REST hook: a webhook for one action, with the body that clients of REST hooks expect. */
export function hookDestination(target: string, actionId: number): HogFunctionWrite {
  return {
    type: 'destination',
    template_id: 'template-webhook',
    name: `REST hook for action ${actionId}`,
    enabled: true,
    filters: { actions: [{ id: String(actionId), type: 'actions', name: '', order: 0 }] },
    inputs: {
      url: { value: target },
      method: { value: 'POST' },
      body: {
        value: {
          hook: { id: '{event.uuid}', event: HOOK_EVENT, target },
          data: {
            eventUuid: '{event.uuid}',
            event: '{event.name}',
            teamId: '{project.id}',
            distinctId: '{event.distinct_id}',
            properties: '{event.properties}',
            timestamp: '{event.timestamp}',
            person: { uuid: '{person.id}', properties: '{person.properties}' },
          },
        },
      },
    },
  };
}

/** A destination as a REST hook; null if it is none. */
export function hookBody(destination: Destination): RestHookBody | null {
  const inputs = destination.inputs as Readonly<Record<string, { readonly value?: unknown }>>;
  const body = inputs['body']?.value as
    { readonly hook?: { readonly event?: unknown } } | null | undefined;
  const { actions } = destination.filters as {
    readonly actions?: readonly { readonly id: unknown }[];
  };
  const actionId = Number(actions?.[0]?.id);
  if (body?.hook?.event !== HOOK_EVENT || !Number.isSafeInteger(actionId)) return null;
  return {
    id: destination.id,
    created: wireTime(destination.createdAt),
    updated: wireTime(destination.updatedAt),
    event: HOOK_EVENT,
    target: String(inputs['url']?.value),
    resource_id: actionId,
    team: destination.projectId,
  };
}
