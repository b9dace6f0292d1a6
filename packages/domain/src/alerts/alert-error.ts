/** Why an alert cannot be checked, in words for its owner. */
export class AlertError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'AlertError';
  }
}
