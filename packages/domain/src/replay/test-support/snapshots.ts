import type { RequestEvent } from '../../capture/read-event';
import { readEvent } from '../../capture/read-event';

/** 2023-11-14T22:13:20Z. */
export const T0 = 1_700_000_000_000;

/** An rrweb event `ms` after `T0`. */
export const at = (ms: number, type: number, data: object = {}): object => ({
  type,
  timestamp: T0 + ms,
  data,
});

export const SESSION = '01900000-0000-7000-8000-000000000001';

/** One `$snapshot` event; undefined properties are left out. */
export function snapshotEvent(items: unknown, properties: object = {}): RequestEvent {
  const all = {
    distinct_id: 'u1',
    $session_id: SESSION,
    $window_id: 'w',
    $snapshot_data: items,
    ...properties,
  };
  const given = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
  return readEvent({ event: '$snapshot', properties: given }, undefined);
}
