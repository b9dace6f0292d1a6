import { createHash } from 'node:crypto';
import type { QueryProject } from '../project';

/** Counts up when a result of an older build must not be taken for one of this build. */
const RESULT_VERSION = 1;

/**
 * `cache_<project>_<64 hex>`: equal for queries that must give equal answers (`wire/query.md` §2.3).
 * Labels (`tags`, `name`) and key order do not count; null and absent are the same.
 */
export function cacheKey(query: object, project: QueryProject, maxRows: number): string {
  const payload = canonical({
    version: RESULT_VERSION,
    query: { ...query, tags: undefined, name: undefined },
    project: project.id,
    timezone: project.timezone,
    weekStartDay: project.weekStartDay,
    maxRows,
  });
  return `cache_${project.id}_${createHash('sha256').update(payload).digest('hex')}`;
}

function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) => {
    if (inner === null || typeof inner !== 'object' || Array.isArray(inner)) return inner;
    const entries = Object.entries(inner).filter(([, v]) => v !== null && v !== undefined);
    return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}
