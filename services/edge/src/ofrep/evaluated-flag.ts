import type { CompiledFlag, FlagResult } from '@tidemark/flag-engine';

/** A flag in the format of the protocol. Without a value, the caller uses its own default. */
export interface OfrepFlag {
  readonly key: string;
  readonly value?: unknown;
  readonly variant?: string;
  readonly reason: OfrepReason;
  readonly metadata: Readonly<Record<string, string | number | boolean>>;
}

export interface OfrepFailure {
  readonly key: string;
  readonly errorCode: 'GENERAL';
  readonly errorDetails: string;
}

type OfrepReason = 'STATIC' | 'TARGETING_MATCH' | 'SPLIT' | 'DEFAULT' | 'DISABLED';

/**
 * Returns the value of a flag, which depends on the flag: the payload of remote configuration, the variant of a
 * multivariate flag, otherwise whether the flag is on. A flag that is off and not boolean has no value.
 */
export function evaluatedFlag(
  result: FlagResult,
  flag: CompiledFlag | undefined,
  isRemoteConfiguration: boolean,
): OfrepFlag | OfrepFailure {
  const { key, enabled, variant } = result;
  if (result.failed === true) {
    return { key, errorCode: 'GENERAL', errorDetails: result.reason.description };
  }
  const isBoolean = !isRemoteConfiguration && (flag?.variants.length ?? 0) === 0;
  const value = isRemoteConfiguration ? parsedPayload(result.payload) : (variant ?? enabled);
  return {
    key,
    ...((enabled || isBoolean) && value !== undefined && { value }),
    ...(variant !== null && { variant }),
    reason: reasonOf(result, flag),
    metadata: {
      id: result.id,
      version: result.version,
      reason: result.reason.code,
      ...(typeof result.payload === 'string' && { payload: result.payload }),
    },
  };
}

/** Returns a flag that is switched off, which has no value. */
export function disabledFlag(key: string): OfrepFlag {
  return { key, reason: 'DISABLED', metadata: {} };
}

function reasonOf({ reason }: FlagResult, flag: CompiledFlag | undefined): OfrepReason {
  switch (reason.code) {
    case 'super_condition_value':
      return 'TARGETING_MATCH';
    case 'holdout_condition_value':
      return 'SPLIT';
    case 'condition_match': {
      const condition = flag?.conditions.find(({ index }) => index === reason.condition_index);
      if (condition === undefined || condition.filters.length > 0) return 'TARGETING_MATCH';
      const everyone = condition.rolloutPercentage === 100 && flag?.variants.length === 0;
      return everyone ? 'STATIC' : 'SPLIT';
    }
    default:
      return 'DEFAULT';
  }
}

/** Parses a payload, which is JSON text. Payloads that were stored before they were checked may be any value. */
function parsedPayload(payload: unknown): unknown {
  if (typeof payload !== 'string') return payload ?? undefined;
  try {
    return JSON.parse(payload);
  } catch {
    // The payload was stored before payloads were checked.
    return payload;
  }
}
