import type { ExperimentMetric, ExperimentWindowUnit } from '@tidemark/contracts';

const UNIT_SECONDS: Readonly<Record<ExperimentWindowUnit, number>> = {
  second: 1,
  minute: 60,
  hour: 3_600,
  day: 86_400,
  week: 604_800,
  month: 30 * 86_400,
};

/** The length of a window; a month has 30 days. */
export function windowSeconds(length: number, unit: ExperimentWindowUnit): number {
  return length * UNIT_SECONDS[unit];
}

/** How long after its exposure what a unit does counts, in seconds; null without a limit. */
export function conversionSeconds({
  conversion_window: length,
  conversion_window_unit: unit,
}: Pick<ExperimentMetric, 'conversion_window' | 'conversion_window_unit'>): number | null {
  if (typeof length !== 'number' || length === 0 || unit === null || unit === undefined) {
    return null;
  }
  return windowSeconds(length, unit);
}
