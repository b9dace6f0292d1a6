import { createHash } from 'node:crypto';
import { SYSTEM_TABLE_OBJECTS } from '@tidemark/hogql';
import type { QueryProject } from '../project';
import type { QueryRequest } from '../query-request';

/** Must be increased when results of older builds must not be used by this build. */
const RESULT_VERSION = 6;

/** Fields of a query that do not affect the result: labels, and fields that clients send back from a response. */
const LABELS: ReadonlySet<string> = new Set(['tags', 'name', 'response']);
/** Display names, which do not affect the result anywhere in a query. */
const DISPLAY_NAMES: ReadonlySet<string> = new Set(['custom_name']);
/** Fields for which an empty value has the same meaning as none. */
const SAME_WHEN_EMPTY: ReadonlySet<string> = new Set([
  'properties',
  'fixedProperties',
  'modifiers',
  'filters',
  'values',
  'variables',
]);

/** Objects whose keys are chosen by clients. */
const NAMED_BY_CLIENT: ReadonlySet<string> = new Set(['values', 'variables']);

/**
 * `cache_<project>_<64 hex>`: equal for queries that must give equal results
 * (`docs/wire/query.md#cache-key-content`). Labels and key order do not count; null and absent are equal, and so are
 * no filters and an empty list of them.
 */
export function cacheKey(query: object, project: QueryProject, maxRows: number): string {
  const counted = Object.entries(query).filter(([name]) => !LABELS.has(name));
  const payload = canonical({
    version: RESULT_VERSION,
    query: Object.fromEntries(counted),
    project: project.id,
    timezone: project.timezone,
    weekStartDay: project.weekStartDay,
    testAccountFilters: project.testAccountFilters ?? [],
    pathCleaning: project.pathCleaning ?? [],
    personDisplayNames: project.personDisplayNames ?? [],
    maxRows,
    // Views and joins lead to tables that the query does not name: a result is shared only by callers that can read
    // the same tables.
    readable: SYSTEM_TABLE_OBJECTS.filter((object) => project.readable?.includes(object)),
  });
  return `cache_${project.id}_${createHash('sha256').update(payload).digest('hex')}`;
}

/** The key of a request's result. */
export function cacheKeyOf({
  query,
  project,
  maxRows,
}: Pick<QueryRequest, 'query' | 'project' | 'maxRows'>): string {
  return cacheKey(query, project, maxRows);
}

function canonical(value: unknown): string {
  return JSON.stringify(sorted(value, false));
}

/** `exact`: every name counts, as in the values that a client gives to placeholders. */
function sorted(value: unknown, exact: boolean): unknown {
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map((item) => sorted(item, exact));
  const fields = Object.entries(value)
    .filter(([name, field]) => field !== undefined && (exact || counts(name, field)))
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(
    fields.map(([name, field]) => [name, sorted(field, exact || NAMED_BY_CLIENT.has(name))]),
  );
}

function counts(name: string, value: unknown): boolean {
  if (value === null || value === undefined || DISPLAY_NAMES.has(name)) return false;
  return !(SAME_WHEN_EMPTY.has(name) && isEmpty(value));
}

function isEmpty(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}
