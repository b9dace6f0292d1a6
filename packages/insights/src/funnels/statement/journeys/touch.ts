import type { FunnelSettings } from '../../plan/settings';
import type { FunnelScan } from '../rows/scan';

/** With this added, every number of an event is positive and has as many hexadecimal digits, which sort as it does. */
const OFFSET = '4000000000000000000';
const DIGITS = 16;
/** The number of bits in the mask, which leaves room for every timestamp of the engine (1900 to 2299). */
const MOST_BITS = 8;

/**
 * What picks the value an actor counts for while its events are gathered, the first or last that is there, an empty
 * text without any: an aggregate over `at`, `mask` and `mark`. So no values of one property need to be gathered with
 * the events, which costs more than all the rest of a funnel: behind the number of its event a text is compared as
 * fast. Null where values of every event are needed.
 *
 * @param bits of an event's mask
 */
export function touchOf(
  { parts }: FunnelScan,
  { attribution }: FunnelSettings,
  bits: number,
): string | null {
  if (bits > MOST_BITS || parts !== 1) return null;
  if (attribution !== 'first_touch' && attribution !== 'last_touch') return null;
  const pick = attribution === 'last_touch' ? 'maxIf' : 'minIf';
  const coded = `concat(hex(at * ${2 ** bits} + mask + ${OFFSET}), mark[1])`;
  return `substring(${pick}(${coded}, mark[1] != ''), ${DIGITS + 1})`;
}
