/**
 * The partition of a distinct id: all events of one id pass through one worker, in order. FNV-1a with
 * a final mix; part of the stored format, so changing it needs an empty log.
 */
export function partitionOf(teamId: number, distinctId: string, partitions: number): number {
  let hash = 0x811c9dc5;
  const text = `${teamId}:${distinctId}`;
  for (let i = 0; i < text.length; i += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash ^= hash >>> 13;
  return (hash >>> 0) % partitions;
}
