import type { DeliveredEvent } from '@tidemark/contracts';
import type { InternalEvent } from '@tidemark/postgres';

/** An internal event as templates and filters see it; its person is the user (`docs/wire/destinations.md#internal-events`). */
export function deliveredEvent(event: InternalEvent): DeliveredEvent {
  const { id, projectId, user, createdAt } = event;
  const timestamp = createdAt.toISOString();
  return {
    uuid: id,
    event: event.event,
    distinctId: user?.distinct_id ?? `team_${projectId}`,
    timestamp,
    properties:
      event.event === '$activity_log_entry_created'
        ? {
            ...event.properties,
            user,
            was_impersonated: false,
            is_system: user === null,
            created_at: timestamp,
          }
        : event.properties,
    elementsChain: '',
    personId: user === null ? '' : String(user.id),
    personProperties: user === null ? {} : { ...user },
    groups: [],
  };
}
