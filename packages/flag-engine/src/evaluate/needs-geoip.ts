import type { CompiledFlags } from '../compiled/flag';
import { ownValue } from '../json';
import { ALL_FLAGS, selectFlags, type FlagSelection } from '../selection/selection';
import type { RequestFacts } from '../subject/context';

/**
 * Whether a GeoIP lookup of the request's address can change a result: only when a condition reads a GeoIP property
 * that the request does not set (absent or null).
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
