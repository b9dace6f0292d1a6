const FNV_OFFSET = 0x811c9dc5;

/**
 * Returns the partition of a distinct id, so that one worker processes all events of an id in order. It is FNV-1a with a
 * final mix. It is part of the stored format, so a change requires an empty log.
 */
export function partitionOf(teamId: number, distinctId: string, partitions: number): number {
  return partitionerOf(teamId, partitions)(distinctId);
}

/** `partitionOf` for many distinct ids of one project. */
export function partitionerOf(teamId: number, partitions: number): (distinctId: string) => number {
  const start = fnv(FNV_OFFSET, `${teamId}:`);
  return (distinctId) => {
    let hash = fnv(start, distinctId);
    hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
    hash ^= hash >>> 13;
    return (hash >>> 0) % partitions;
  };
}

function fnv(start: number, text: string): number {
  let hash = start;
  for (let i = 0; i < text.length; i += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  }
  return hash;
}
