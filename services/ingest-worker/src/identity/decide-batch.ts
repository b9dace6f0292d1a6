import type {
  AssignedGroupTypes,
  GroupTypeUse,
  IdentityOutcome,
  IdentityWarning,
  NormalizedEvent,
} from '@tidemark/domain';
import { assignGroupTypes, resolveIdentities } from '@tidemark/domain';
import type { GroupWrite, IdentityState, IdentityWrites } from '@tidemark/postgres';

export interface BatchDecision {
  /** One per event, in the same order. */
  readonly outcomes: readonly IdentityOutcome[];
  readonly groupTypes: AssignedGroupTypes;
  readonly warnings: readonly IdentityWarning[];
  readonly writes: IdentityWrites;
}

/** Persons, merges and groups of a batch from what the store has. Repeatable: changes nothing. */
export function decideBatch(
  state: IdentityState,
  events: readonly NormalizedEvent[],
): BatchDecision {
  const { outcomes, changes, warnings } = resolveIdentities(
    state,
    events.map((event) => ({
      projectId: event.entry.team_id,
      uuid: event.entry.uuid,
      event: event.event,
      distinctId: event.distinctId,
      timestamp: event.timestamp,
      personless: event.personless,
      update: event.update,
      mergeSource: event.mergeSource,
    })),
  );
  const groupTypes = assignGroupTypes(state.groupTypes, events.flatMap(groupTypeUses));
  return {
    outcomes,
    groupTypes,
    warnings,
    writes: {
      ...changes,
      groupTypes: groupTypes.created,
      groups: groupWrites(events, groupTypes),
    },
  };
}

function groupTypeUses(event: NormalizedEvent): GroupTypeUse[] {
  const used = [...event.groups, ...(event.groupIdentify === null ? [] : [event.groupIdentify])];
  return used.map(({ groupType }) => ({
    projectId: event.entry.team_id,
    groupType,
    timestamp: event.timestamp,
  }));
}

/** One write per group, later events laid over earlier ones. */
function groupWrites(
  events: readonly NormalizedEvent[],
  groupTypes: AssignedGroupTypes,
): GroupWrite[] {
  const writes = new Map<string, GroupWrite>();
  for (const { entry, groupIdentify, timestamp } of events) {
    if (groupIdentify === null) continue;
    const projectId = entry.team_id;
    const { groupType, groupKey, set } = groupIdentify;
    const groupTypeIndex = groupTypes.indexOf(projectId, groupType);
    if (groupTypeIndex === null) continue;
    const key = `${projectId}:${groupTypeIndex}:${groupKey}`;
    const earlier = writes.get(key);
    writes.set(key, {
      projectId,
      groupTypeIndex,
      groupKey,
      properties: { ...earlier?.properties, ...set },
      createdAt: earlier?.createdAt ?? timestamp,
    });
  }
  return [...writes.values()];
}
