import type { CompiledFlag } from '../compile/compiled-flag';

const BOOLEAN_PAYLOAD_KEY = 'true';

/** The payload stored for a variant, or for "on" without one; null when there is none. */
export function choosePayload(flag: CompiledFlag, variant: string | null): unknown {
  return flag.payloads.get(variant ?? BOOLEAN_PAYLOAD_KEY) ?? null;
}
