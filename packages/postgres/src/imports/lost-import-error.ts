/** Another process has taken over the run. */
export class LostImportError extends Error {
  constructor() {
    super('another process works on this import by now');
    this.name = 'LostImportError';
  }
}
