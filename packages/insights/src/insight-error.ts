/** A mistake in an insight query; the wire's 400 names the field. */
export class InsightError extends Error {
  constructor(
    message: string,
    /** The part of the query that is wrong, such as `funnelsFilter.exclusions`; null when it is the whole. */
    readonly field: string | null = null,
  ) {
    super(message);
    this.name = 'InsightError';
  }
}
