import type { WarningType } from '../warnings/warning-types';
import { asWarningType } from '../warnings/warning-types';
import type { V1Results } from './judge-v1-batch';

/** The warnings for events that were dropped because they are invalid; events over quota get none. */
export function droppedForFaults(results: V1Results): readonly WarningType[] {
  return Array.from(results.values()).flatMap((result) => {
    if (result.result !== 'drop') return [];
    if (result.details === 'event_too_big') return ['message_size_too_large'];
    const type = asWarningType(result.details);
    return type === null ? [] : [type];
  });
}
