/** Thrown while a request is handled, after its project was found. */
export class RateLimitedError extends Error {
  constructor(readonly waitSeconds: number) {
    super('rate limit exceeded');
    this.name = 'RateLimitedError';
  }
}
