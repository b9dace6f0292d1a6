import { compileFlags } from '../compile/compile-flags';
import type { CohortDefinition, FlagDefinition } from '../definitions/definition';
import { evaluateFlags } from '../evaluate/evaluate-flags';
import type { FlagResult } from '../evaluate/results';
import type { EvaluationContext } from '../subject/context';

/** A stored flag that is on for everyone, with the given columns changed. */
export function aFlag(changes: Partial<FlagDefinition> = {}): FlagDefinition {
  return {
    id: 1,
    key: 'beta-search',
    version: 1,
    active: true,
    deleted: false,
    filters: { groups: [{ properties: [], rollout_percentage: 100 }] },
    ...changes,
  };
}

/** A request of `user-17` without properties, with the given fields changed. */
export function aContext(changes: Partial<EvaluationContext> = {}): EvaluationContext {
  return {
    distinctId: 'user-17',
    deviceId: null,
    anonDistinctId: null,
    groups: {},
    personPropertyOverrides: {},
    geoipProperties: {},
    groupPropertyOverrides: {},
    groupTypes: {},
    personProperties: {},
    groupProperties: {},
    hashKeyOverrides: {},
    memberOf: new Set(),
    now: new Date('2026-03-31T12:00:00Z'),
    timezone: 'UTC',
    ...changes,
  };
}

/** Evaluates one flag on its own. */
export function evaluateOne(
  flag: FlagDefinition,
  context: Partial<EvaluationContext> = {},
  cohorts: readonly CohortDefinition[] = [],
): FlagResult {
  const result = evaluateFlags(compileFlags([flag], cohorts), aContext(context)).results.get(
    flag.key,
  );
  if (result === undefined) throw new Error(`no result for ${flag.key}`);
  return result;
}

/** A person filter as stored. */
export function personFilter(key: string, operator: string, value?: unknown): object {
  return { key, type: 'person', operator, value };
}
