/** Thrown by a handler: the job is for later. It counts as no attempt. */
export class JobPostponed extends Error {
  constructor(readonly delayMs: number) {
    super('postponed');
    this.name = 'JobPostponed';
  }
}
