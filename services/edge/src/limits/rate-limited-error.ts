/** Thrown where the owner of a request is known only half-way. */
export class RateLimitedError extends Error {
  constructor(readonly waitSeconds: number) {
    super('rate limit exceeded');
    this.name = 'RateLimitedError';
  }
}
