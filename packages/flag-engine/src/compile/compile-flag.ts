import { REDACTED_PAYLOAD } from '@tidemark/contracts';
import type { CohortDirectory } from '../compiled/cohort';
import type { Condition } from '../compiled/condition';
import type { Audience, CompiledFlag } from '../compiled/flag';
import type { FlagDefinition } from '../definitions/definition';
import {
  MalformedFlag,
  readBoolean,
  readIndex,
  readNumber,
  readObject,
  readObjects,
  readText,
} from '../definitions/read-fields';
import { variantShares } from '../hashing/buckets';
import { isJsonObject, type JsonObject } from '../json';
import { dataNeeds } from './data-needs';
import { readCondition } from './read-condition';
import { readEnrollment, readHoldout } from './read-special';

/**
 * Compiles one stored flag.
 *
 * @throws MalformedFlag when the stored filters do not have the documented shape
 */
export function compileFlag(definition: FlagDefinition, cohorts: CohortDirectory): CompiledFlag {
  const { filters } = definition;
  if (!isJsonObject(filters)) throw new MalformedFlag('filters is not an object');
  const aggregation = readIndex(filters, 'aggregation_group_type_index');
  const conditions = readObjects(filters, 'groups').map((condition, index) =>
    readCondition(condition, index, aggregation, cohorts),
  );
  const enrollment = readEnrollment(filters, definition.key, cohorts);
  const parts = {
    conditions,
    variants: variantShares(readVariants(filters)),
    aggregation,
    enrollment,
    holdout: readHoldout(filters),
    continuity: definition.ensure_experience_continuity === true,
    deviceBucketing: definition.bucketing_identifier === 'device_id',
  };
  return {
    ...parts,
    id: definition.id,
    ...audienceOf(definition),
    version: definition.version ?? 0,
    hasExperiment: definition.has_experiment === true,
    payloads: readPayloads(filters, definition.has_encrypted_payloads === true),
    earlyExit: readBoolean(filters, 'early_exit') === true,
    dependsOn: dependencyIds(
      enrollment?.kind === 'condition' ? [...conditions, enrollment.condition] : conditions,
    ),
    needs: dataNeeds(parts),
  };
}

function readVariants(filters: JsonObject): { key: string; percentage: number }[] {
  const multivariate = readObject(filters, 'multivariate');
  if (multivariate === null) return [];
  return readObjects(multivariate, 'variants').map((variant) => {
    const key = readText(variant, 'key');
    const percentage = readNumber(variant, 'rollout_percentage');
    if (key === null || percentage === null) throw new MalformedFlag('a variant is incomplete');
    return { key, percentage };
  });
}

function readPayloads(filters: JsonObject, encrypted: boolean): ReadonlyMap<string, unknown> {
  const payloads = Object.entries(readObject(filters, 'payloads') ?? {});
  return new Map(encrypted ? payloads.map(([key]) => [key, REDACTED_PAYLOAD]) : payloads);
}

/** The audience of a flag, which is known from its columns even if its filters are unreadable. */
export function audienceOf(definition: FlagDefinition): Audience {
  return {
    key: definition.key,
    runtime: runtimeOf(definition.evaluation_runtime),
    contexts: definition.evaluation_contexts ?? [],
  };
}

/** The runtime of a stored text, which may be in upper or lower case, as in requests. */
function runtimeOf(stored: string | null | undefined): Audience['runtime'] {
  const runtime = stored?.toLowerCase();
  return runtime === 'client' || runtime === 'server' ? runtime : null;
}

function dependencyIds(conditions: readonly Condition[]): number[] {
  const ids = conditions.flatMap((condition) =>
    condition.filters.flatMap((filter) =>
      filter.kind === 'flag' && filter.flagId !== null ? [filter.flagId] : [],
    ),
  );
  return [...new Set(ids)];
}
