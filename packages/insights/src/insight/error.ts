/** A mistake in an insight query; the wire's 400 names the field. */
export class InsightError extends Error {
  constructor(
    message: string,
    /** The part of the query that is wrong, such as `funnelsFilter.exclusions`; null when it is the whole. */
    readonly field: string | null = null,
    /** The error code of the API, if the mistake has one of its own. */
    readonly code = 'invalid_input',
  ) {
    super(message);
    this.name = 'InsightError';
  }
}
