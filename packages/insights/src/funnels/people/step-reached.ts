import type { FunnelSettings } from '../settings/settings';

/** Whether an actor did a step: its best run went so far, and did it if it could be left out. */
export function stepReached(step: number, { optional }: FunnelSettings): string {
  return optional.has(step) ? `times[${step + 1}] > 0` : `level >= ${step}`;
}
