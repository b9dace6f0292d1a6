/** An error in an insight query; the 400 response names the field. */
export class InsightError extends Error {
  constructor(
    message: string,
    /** The part of the query that is wrong, such as `funnelsFilter.exclusions`; null for the whole query. */
    readonly field: string | null = null,
    /** The error code of the API, if the error has a specific one. */
    readonly code = 'invalid_input',
  ) {
    super(message);
    this.name = 'InsightError';
  }
}
