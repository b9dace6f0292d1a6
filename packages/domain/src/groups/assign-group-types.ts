import { MAX_GROUP_TYPES } from './event-groups';

export interface GroupTypeRow {
  readonly projectId: number;
  readonly groupType: string;
  /** 0…4 */
  readonly groupTypeIndex: number;
}

export interface GroupTypeUse {
  readonly projectId: number;
  readonly groupType: string;
  readonly timestamp: Date;
}

export interface AssignedGroupTypes {
  /** Null if the project already has five other types. */
  readonly indexOf: (projectId: number, groupType: string) => number | null;
  readonly created: readonly (GroupTypeRow & { readonly createdAt: Date })[];
}

/**
 * Gives each new type the lowest free index of its project (`docs/wire/capture-processing.md#group-types`), in order
 * of use. A type's creation time is the time of the first event that uses it, not the time of processing, so that
 * queries do not hide imported events.
 */
export function assignGroupTypes(
  stored: readonly GroupTypeRow[],
  uses: readonly GroupTypeUse[],
): AssignedGroupTypes {
  const byProject = new Map<number, Map<string, number>>();
  const typesOf = (projectId: number): Map<string, number> => {
    const known = byProject.get(projectId) ?? new Map<string, number>();
    byProject.set(projectId, known);
    return known;
  };
  for (const row of stored) typesOf(row.projectId).set(row.groupType, row.groupTypeIndex);

  const created: (GroupTypeRow & { createdAt: Date })[] = [];
  for (const { projectId, groupType, timestamp } of uses) {
    const types = typesOf(projectId);
    if (types.has(groupType)) continue;
    const groupTypeIndex = lowestFree(types);
    if (groupTypeIndex === null) continue;
    types.set(groupType, groupTypeIndex);
    created.push({ projectId, groupType, groupTypeIndex, createdAt: timestamp });
  }
  return {
    indexOf: (projectId, groupType) => byProject.get(projectId)?.get(groupType) ?? null,
    created,
  };
}

function lowestFree(types: ReadonlyMap<string, number>): number | null {
  const taken = new Set(types.values());
  for (let index = 0; index < MAX_GROUP_TYPES; index += 1) if (!taken.has(index)) return index;
  return null;
}
