import type {
  AssignedGroupTypes,
  GroupTypeUse,
  IdentityOutcome,
  IdentityWarning,
  NormalizedEvent,
} from '@tidemark/domain';
import { assignGroupTypes, eventOrder, isOversized, resolveIdentities } from '@tidemark/domain';
import type { GroupWrite, IdentityState, IdentityWrites } from '@tidemark/postgres';

export interface BatchDecision {
  /** The outcomes, one per event in the same order. */
  readonly outcomes: readonly IdentityOutcome[];
  readonly groupTypes: AssignedGroupTypes;
  readonly warnings: readonly IdentityWarning[];
  readonly writes: IdentityWrites;
}

/** Decides persons, merges and groups of a batch from the stored state. Pure: it writes nothing. */
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
      order: eventOrder(event),
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

/**
 * Returns one write per group, in which later events override earlier ones. An event whose properties alone are too
 * large sets none, so that the other events of the batch can write the group.
 */
function groupWrites(
  events: readonly NormalizedEvent[],
  groupTypes: AssignedGroupTypes,
): GroupWrite[] {
  const writes = new Map<string, GroupWrite>();
  for (const event of events) {
    const { entry, groupIdentify } = event;
    if (groupIdentify === null) continue;
    const projectId = entry.team_id;
    const { groupType, groupKey, set } = groupIdentify;
    const groupTypeIndex = groupTypes.indexOf(projectId, groupType);
    if (groupTypeIndex === null) continue;
    const key = `${projectId}:${groupTypeIndex}:${groupKey}`;
    const earlier = writes.get(key);
    const createdAt = new Date(
      Math.min(eventOrder(event).at, earlier?.createdAt.getTime() ?? Infinity),
    );
    writes.set(key, {
      projectId,
      groupTypeIndex,
      groupKey,
      properties: { ...earlier?.properties, ...(isOversized(set) ? {} : set) },
      createdAt,
    });
  }
  return [...writes.values()];
}
