import type { ManagedProcess } from '@tidemark/platform';

/** How to run one child. */
export interface ChildSpec<T extends ManagedProcess> {
  readonly name: string;
  /**
   * Starts the child and resolves when it is healthy.
   *
   * @param previous the process that crashed; the new one must listen at the same address
   */
  start(previous: T | null): Promise<T>;
}

/** The events that the supervisor reports, each as one line for the operator. */
export interface SupervisorReport {
  crashed(name: string, how: string, restartInMs: number): void;
  restartFailed(name: string, reason: string, restartInMs: number): void;
  recovered(name: string): void;
}
