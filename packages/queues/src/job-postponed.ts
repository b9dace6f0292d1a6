/** Thrown by a handler to run the job later. Does not count as an attempt. */
export class JobPostponed extends Error {
  constructor(readonly delayMs: number) {
    super('postponed');
    this.name = 'JobPostponed';
  }
}
