/** The numbers do not allow the calculation, for example a relative effect on a mean of zero. */
export class StatisticsError extends Error {
  override readonly name = 'StatisticsError';
}
