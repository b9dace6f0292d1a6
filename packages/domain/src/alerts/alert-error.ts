/** Why an alert cannot be checked, as a message for its owner. */
export class AlertError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'AlertError';
  }
}
