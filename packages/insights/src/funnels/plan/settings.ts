import type { FunnelExclusion } from '@tidemark/contracts';

/**
 * A funnel's settings with all defaults filled in (`docs/wire/insights-funnels.md#funnel-settings`); steps count from
 * 0.
 */
export interface FunnelSettings {
  readonly order: 'ordered' | 'strict' | 'unordered';
  readonly view: 'steps' | 'trends' | 'time_to_convert';
  /** The longest time from the first step to the last in microseconds, inclusive. */
  readonly window: number;
  readonly from: number;
  readonly to: number;
  readonly steps: number;
  /** Optional steps. */
  readonly optional: ReadonlySet<number>;
  readonly exclusions: readonly FunnelExclusion[];
  /** One event may match several steps. */
  readonly hasOverlap: boolean;
  readonly attribution: 'first_touch' | 'last_touch' | 'all_events' | 'step';
  /** The step that defines the breakdown value, with attribution `step`. */
  readonly attributionStep: number;
}
