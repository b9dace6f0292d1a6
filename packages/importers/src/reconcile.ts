import type { JsonObject } from './json';
import { isObject } from './json';
import { isSurveyFlag } from './posthog/definition-kinds';
import type { IdLookup } from './posthog/references';
import { References } from './posthog/references';

/** The number of events with a name on a day in UTC. */
export interface EventCount {
  readonly day: string;
  readonly event: string;
  readonly events: number;
}

export interface CountDifference {
  readonly day: string;
  readonly event: string;
  readonly source: number;
  readonly target: number;
}

/** Returns the days and names with different numbers of events, also those that only the target has. */
export function compareCounts(
  source: readonly EventCount[],
  target: readonly EventCount[],
): readonly CountDifference[] {
  const keyOf = ({ day, event }: EventCount): string => `${day} ${event}`;
  const differences = new Map<string, CountDifference>();
  for (const row of source) {
    differences.set(keyOf(row), { day: row.day, event: row.event, source: row.events, target: 0 });
  }
  for (const row of target) {
    const known = differences.get(keyOf(row));
    differences.set(keyOf(row), {
      day: row.day,
      event: row.event,
      source: known?.source ?? 0,
      target: row.events,
    });
  }
  return [...differences.values()]
    .filter((row) => row.source !== row.target)
    .sort((a, b) => keyOf({ ...a, events: 0 }).localeCompare(keyOf({ ...b, events: 0 })));
}

/** The fields that determine the value of a flag. */
const DECIDES = ['active', 'filters', 'ensure_experience_continuity', 'bucketing_identifier'];

/** Returns the keys of flags that are missing in the target or would be evaluated differently. */
export function compareFlags(
  source: readonly JsonObject[],
  target: readonly JsonObject[],
  lookup: IdLookup,
): readonly { readonly key: string; readonly difference: string }[] {
  const targets = new Map(target.map((flag) => [String(flag['key']), flag]));
  return source
    .filter((flag) => !isSurveyFlag(flag))
    .flatMap((flag) => {
      const key = String(flag['key']);
      const other = targets.get(key);
      if (other === undefined) return [{ key, difference: 'is missing' }];
      const refs = new References(lookup);
      const different = DECIDES.find(
        (name) => canonical(refs.rewrite(flag[name])) !== canonical(other[name]),
      );
      return different === undefined ? [] : [{ key, difference: `${different} is different` }];
    });
}

/** Returns JSON with sorted keys, without empty members and explanations that an API adds. */
function canonical(value: unknown): string {
  return JSON.stringify(plain(value) ?? null);
}

function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (!isObject(value)) return value;
  const members = Object.entries(enrollmentOf(value))
    .filter(([name, member]) => !EXPLANATIONS.has(name) && !isNothing(member))
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(members.map(([name, member]) => [name, plain(member)]));
}

/** Older filters write the enrollment in an early access feature as a group of its own. */
function enrollmentOf(value: JsonObject): JsonObject {
  const { super_groups: groups, ...others } = value;
  const isEnrollment = JSON.stringify(groups ?? null).includes('"$feature_enrollment/');
  return isEnrollment ? { ...others, feature_enrollment: true } : value;
}

/** Members that describe an id and do not change the value of a flag. */
const EXPLANATIONS = new Set([
  ...['cohort_name', 'dependency_chain', 'description', 'holdout_groups', 'sort_key'],
  'users_affected',
]);

function isNothing(value: unknown): boolean {
  return (
    value === null || value === undefined || (isObject(value) && Object.keys(value).length === 0)
  );
}
