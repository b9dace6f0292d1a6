/** A mistake in an insight query; the wire's 400 names the field. */
export class InsightError extends Error {
  constructor(
    message: string,
    /** The part of the query that is wrong, such as `funnelsFilter.exclusions`; null when it is the whole. */
    readonly field: string | null = null,
    /** What the wire calls the mistake, where it has a name of its own. */
    readonly code = 'invalid_input',
  ) {
    super(message);
    this.name = 'InsightError';
  }
}
