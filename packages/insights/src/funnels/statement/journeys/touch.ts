import type { FunnelSettings } from '../../plan/settings';
import type { FunnelScan } from '../rows/scan';

/**
 * With this offset, every number of an event is positive and has the same number of hexadecimal digits, which sort
 * like the number.
 */
const OFFSET = '4000000000000000000';
const DIGITS = 16;
/** The greatest number of bits in the mask, which leaves room for every timestamp of the engine (1900 to 2299). */
const MOST_BITS = 8;

/**
 * The aggregate over `at`, `mask` and `mark` that picks the value for which an actor counts while its events are
 * collected: the first or last value, or an empty text without any. The values of one property need then not be
 * collected with the events, which costs more than the rest of a funnel: a text with the number of its event as
 * prefix is compared as fast. Null where values of every event are needed.
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
