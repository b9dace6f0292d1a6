import type { DistinctIdKey } from './types';

/** One text per project and distinct id, for maps and sets. */
export function keyOf({ projectId, distinctId }: DistinctIdKey): string {
  return `${projectId}:${distinctId}`;
}
