import type { CompiledFlag } from '../compiled/flag';
import { reasonOf, type ReasonKind } from '../reasons/reason';
import type { FlagResult } from './results';

/** A flag that is on, with the payload of its variant. */
export function matched(
  flag: CompiledFlag,
  kind: ReasonKind,
  index: number | null,
  variant: string | null,
): FlagResult {
  return outcome(flag, kind, index, {
    enabled: true,
    variant,
    payload: choosePayload(flag, variant),
  });
}

/** A flag that is off. */
export function unmatched(flag: CompiledFlag, kind: ReasonKind, index: number | null): FlagResult {
  return outcome(flag, kind, index, { enabled: false, variant: null, payload: null });
}

/** The result of a flag decided by early access. It has the payload even when the person opted out, as in PostHog. */
export function enrolled(flag: CompiledFlag, enabled: boolean): FlagResult {
  const payload = choosePayload(flag, null);
  return outcome(flag, 'super_condition_value', 0, { enabled, variant: null, payload });
}

const BOOLEAN_PAYLOAD_KEY = 'true';

/** The payload stored for a variant, or for "on" if the flag has no variants; null when there is none. */
function choosePayload(flag: CompiledFlag, variant: string | null): unknown {
  return flag.payloads.get(variant ?? BOOLEAN_PAYLOAD_KEY) ?? null;
}

function outcome(
  flag: CompiledFlag,
  kind: ReasonKind,
  index: number | null,
  value: Pick<FlagResult, 'enabled' | 'variant' | 'payload'>,
): FlagResult {
  return {
    key: flag.key,
    id: flag.id,
    version: flag.version,
    has_experiment: flag.hasExperiment,
    ...value,
    reason: reasonOf(kind, index),
  };
}
