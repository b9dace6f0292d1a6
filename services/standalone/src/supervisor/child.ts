import type { ManagedProcess } from '@tidemark/platform';

/** How to run one child. */
export interface ChildSpec<T extends ManagedProcess> {
  readonly name: string;
  /**
   * Starts it and resolves when it is healthy.
   *
   * @param previous the one that crashed: clients look for the new one where that one was
   */
  start(previous: T | null): Promise<T>;
}

/** What the supervisor reports; each becomes one line for the operator. */
export interface SupervisorReport {
  crashed(name: string, how: string, restartInMs: number): void;
  restartFailed(name: string, reason: string, restartInMs: number): void;
  recovered(name: string): void;
}
