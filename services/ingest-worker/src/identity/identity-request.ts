import type { NormalizedEvent } from '@tidemark/domain';
import { isMergeableDistinctId, personUuid } from '@tidemark/domain';
import type { DistinctIdKey, IdentityRequest } from '@tidemark/postgres';

/** Returns the keys of the state that must be loaded before the identity of these events can be decided. */
export function identityRequest(events: readonly NormalizedEvent[]): IdentityRequest {
  const distinctIds = new Map<string, DistinctIdKey>();
  const mergeIds = new Map<string, DistinctIdKey>();
  const groupProjects = new Set<number>();
  const note = (into: Map<string, DistinctIdKey>, projectId: number, distinctId: string): void => {
    into.set(`${projectId}:${distinctId}`, { projectId, distinctId });
  };
  for (const event of events) {
    const projectId = event.entry.team_id;
    note(distinctIds, projectId, event.distinctId);
    const source = event.mergeSource;
    if (source !== null && source !== event.distinctId && areMergeable(source, event.distinctId)) {
      note(distinctIds, projectId, source);
      note(mergeIds, projectId, source);
      note(mergeIds, projectId, event.distinctId);
    }
    if (event.groups.length > 0 || event.groupIdentify !== null) groupProjects.add(projectId);
  }
  return {
    distinctIds: [...distinctIds.values()].map((id) => ({
      ...id,
      newPersonId: personUuid(id.projectId, id.distinctId),
    })),
    mergeIds: [...mergeIds.values()],
    groupProjects: [...groupProjects],
  };
}

function areMergeable(...ids: readonly string[]): boolean {
  return ids.every(isMergeableDistinctId);
}
