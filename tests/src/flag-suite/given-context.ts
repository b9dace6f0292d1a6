import type {
  CohortDefinition,
  EvaluationContext,
  FlagDefinition,
  FlagSelection,
  JsonObject,
} from '@tidemark/flag-engine';
import { cutIdentifier } from '@tidemark/flag-engine';
import type { Ask, Given } from './format';

/** The time of evaluation for cases without one. */
export const NOON = '2026-03-31T12:00:00Z';

/** The flags of a case in their stored form. */
export function storedFlags({ flags }: Given): FlagDefinition[] {
  return flags.map(({ active = true, deleted = false, ...flag }) => ({
    ...flag,
    active,
    deleted,
    version: 1,
  }));
}

/** The cohorts of a case in their stored form. */
export function storedCohorts({ cohorts = [] }: Given): CohortDefinition[] {
  return cohorts.map(({ id, filters, is_static: isStatic = false }) => ({
    id,
    filters: filters ?? null,
    is_static: isStatic,
    has_membership: isStatic,
  }));
}

/** Names of group types by index. */
export function groupTypesOf({ group_types: types = [] }: Given): Record<number, string> {
  return Object.fromEntries(types.entries());
}

/** The input of the flag engine: the request of a case and the stored data for it. */
export function contextOf(given: Given, { request }: Ask): EvaluationContext {
  const distinctId = cutIdentifier(String(request.distinct_id));
  const sent = object(request['person_properties']);
  const person = given.persons?.find((one) => one.distinct_id === distinctId);
  const can = (what: NonNullable<Given['unavailable']>[number]) =>
    !(given.unavailable ?? []).includes(what);
  const groups = object(request['groups']);
  const types = given.group_types ?? [];
  return {
    distinctId,
    deviceId: text(request['$device_id']) ?? text(sent['$device_id']),
    anonDistinctId: text(request['$anon_distinct_id']) ?? text(sent['$anon_distinct_id']),
    groups,
    personPropertyOverrides: sent,
    geoipProperties: {},
    groupPropertyOverrides: object(request['group_properties']) as Record<string, JsonObject>,
    groupTypes: can('group_types') ? groupTypesOf(given) : null,
    personProperties: can('persons') ? (person?.properties ?? {}) : null,
    groupProperties: Object.fromEntries(
      types.map((type) => [type, can('groups') ? groupOf(given, type, groups[type]) : null]),
    ),
    hashKeyOverrides: can('hash_keys') ? (person?.hash_keys ?? {}) : null,
    memberOf: can('cohort_members')
      ? new Set(
          (given.cohorts ?? [])
            .filter(({ members = [] }) => members.includes(distinctId))
            .map(({ id }) => id),
        )
      : null,
    now: new Date(NOON),
    timezone: 'UTC',
  };
}

/** The flags that the request of a case asks for. The case has no headers that name the runtime. */
export function selectionOf({ request }: Ask): FlagSelection {
  return {
    flagKeys: texts(request['flag_keys']),
    contexts: texts(request['evaluation_contexts']),
    runtime: runtimeOf(request['evaluation_runtime']),
    onlySurveyFlags: false,
  };
}

function runtimeOf(named: unknown): FlagSelection['runtime'] {
  if (named === undefined) return null;
  return named === 'client' || named === 'server' ? named : 'all';
}

function groupOf({ groups = [] }: Given, type: string, key: unknown): JsonObject {
  return groups.find((one) => one.type === type && one.key === String(key))?.properties ?? {};
}

function object(value: unknown): JsonObject {
  return (value ?? {}) as JsonObject;
}

function text(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

function texts(value: unknown): readonly string[] | null {
  return Array.isArray(value) ? (value as string[]) : null;
}
