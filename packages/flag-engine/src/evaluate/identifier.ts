import type { CompiledFlag } from '../compiled/flag';
import { cutIdentifier } from '../hashing/identifier';
import { FlagFailure } from '../reasons/failure';
import type { EvaluationContext } from '../subject/context';
import { groupTypeName } from '../subject/property-lookup';
import { groupKey } from '../subject/request-properties';

/** The key of the request's group that a condition aggregates by; null when there is none. */
export function aggregatedGroupKey(context: EvaluationContext, groupType: number): string | null {
  const name = groupTypeName(context, groupType);
  return name === null ? null : groupKey(context, name);
}

/** The device id that a device-bucketed flag hashes; null when the request has none. */
export function deviceIdOf(context: EvaluationContext): string | null {
  return context.deviceId === '' ? null : context.deviceId;
}

/**
 * The text that is hashed for rollout and variant.
 *
 * For group conditions the group's key. For persons the device id (if the flag is bucketed by device), else the hash
 * key stored when the person was identified, else the anonymous id if the flag keeps its value across identification,
 * else the distinct id.
 */
export function hashIdentifier(
  flag: CompiledFlag,
  aggregation: number | null,
  context: EvaluationContext,
): string {
  return cutIdentifier(
    aggregation === null
      ? (bucketingDeviceId(flag, context) ??
          storedHashKey(flag, context) ??
          requestIdentifier(flag, context))
      : (aggregatedGroupKey(context, aggregation) ?? ''),
  );
}

/** The text that is hashed for the holdout: the flag's own subject, without stored hash keys. */
export function holdoutIdentifier(flag: CompiledFlag, context: EvaluationContext): string {
  return cutIdentifier(
    flag.aggregation === null
      ? (bucketingDeviceId(flag, context) ?? requestIdentifier(flag, context))
      : (aggregatedGroupKey(context, flag.aggregation) ?? ''),
  );
}

function bucketingDeviceId(flag: CompiledFlag, context: EvaluationContext): string | null {
  return flag.deviceBucketing ? deviceIdOf(context) : null;
}

function storedHashKey(flag: CompiledFlag, context: EvaluationContext): string | null {
  const stored = context.hashKeyOverrides;
  if (stored === null) {
    if (flag.continuity) throw new FlagFailure('hash_key_override_error');
    return null;
  }
  return Object.hasOwn(stored, flag.key) ? (stored[flag.key] ?? null) : null;
}

function requestIdentifier(flag: CompiledFlag, context: EvaluationContext): string {
  return (flag.continuity ? context.anonDistinctId : null) ?? context.distinctId;
}
