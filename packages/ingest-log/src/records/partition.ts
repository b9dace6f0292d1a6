const FNV_OFFSET = 0x811c9dc5;

/**
 * The partition of a distinct id: all events of one id pass through one worker, in order. FNV-1a with
 * a final mix; part of the stored format, so changing it needs an empty log.
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
