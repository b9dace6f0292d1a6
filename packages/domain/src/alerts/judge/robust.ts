/** The standard deviation of normally distributed values, divided by their median absolute deviation. */
const MAD_TO_DEVIATION = 1.4826;
/** The standard deviation of normally distributed values, divided by their mean absolute deviation. */
const MEAN_TO_DEVIATION = 1.2533;

/** The median; NaN for an empty list. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? NaN) + upper) / 2;
}

/** The median of the distances from the median. */
export function medianAbsoluteDeviation(values: readonly number[]): number {
  const centre = median(values);
  return median(values.map((value) => Math.abs(value - centre)));
}

/**
 * The standard deviation of residuals, some of which may be outliers. If the median distance is 0, because more than
 * half of the residuals are equal, it is estimated from the mean distance instead.
 */
export function robustDeviation(residuals: readonly number[]): number {
  if (residuals.length === 0) return 0;
  const distances = residuals.map(Math.abs);
  const middle = median(distances) * MAD_TO_DEVIATION;
  if (middle > 0) return middle;
  return (distances.reduce((sum, one) => sum + one, 0) / distances.length) * MEAN_TO_DEVIATION;
}
