import type { CompiledFlags } from '../compiled/flag';
import { ownValue } from '../json';
import { ALL_FLAGS, selectFlags, type FlagSelection } from '../selection/selection';
import type { RequestFacts } from '../subject/context';

/**
 * Can a look-up of the request's address change a result? Only when a condition reads a property of a
 * place that the request leaves open (absent or null).
 */
export function needsGeoip(
  flags: CompiledFlags,
  request: Pick<RequestFacts, 'personPropertyOverrides'>,
  selection: FlagSelection = ALL_FLAGS,
): boolean {
  for (const { flag } of selectFlags(flags, selection)) {
    for (const key of flag.needs.geoipKeys) {
      if ((ownValue(request.personPropertyOverrides, key) ?? null) === null) return true;
    }
  }
  return false;
}
