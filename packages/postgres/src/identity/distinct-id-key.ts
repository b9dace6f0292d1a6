import type { DistinctIdKey } from './types';

/** One string per project and distinct id, to be used in maps and sets. */
export function keyOf({ projectId, distinctId }: DistinctIdKey): string {
  return `${projectId}:${distinctId}`;
}
