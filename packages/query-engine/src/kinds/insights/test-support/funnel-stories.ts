import type { TestEvent } from './insight-fixture';

export const step = (event: string, more: object = {}): object => ({
  kind: 'EventsNode',
  event,
  ...more,
});

/** An event that excludes an actor between two steps, counted from 0. */
export const exclude = (event: string, funnelFromStep: number, funnelToStep: number): object => ({
  ...step(event),
  funnelFromStep,
  funnelToStep,
});

const NOON = Date.UTC(2020, 0, 15, 12);

/**
 * `a0 b60` is event a at noon and event b an hour later; `a0.5` is half a minute past noon, and `a0=x` has the value
 * x of property `v`.
 */
export function did(
  who: string,
  story: string,
  properties: Record<string, unknown> = {},
): TestEvent[] {
  return story.split(' ').map((word) => {
    const [, event = '', minute = '0', v] = /^([a-z]+)(-?[\d.]+)(?:=(\w*))?$/.exec(word) ?? [];
    const at = new Date(NOON + Number(minute) * 60_000);
    return {
      event,
      who,
      at: at.toISOString().slice(0, 23).replace('T', ' '),
      properties: v === undefined ? properties : { ...properties, v },
    };
  });
}
