import type { FunnelSettings } from '../../plan/settings';

/** A list in which each element is replaced by the one before it. */
export function before(list: string): string {
  return `arrayPushFront(arrayPopBack(${list}), 0)`;
}

/** The live run after each event; in a strict funnel -1 means that it ended. */
export function filled(runs: string, { order }: FunnelSettings): string {
  const fill = `arrayFill(run -> run != 0, ${runs})`;
  return order === 'strict' ? `arrayMap(run -> greatest(run, 0), ${fill})` : fill;
}
