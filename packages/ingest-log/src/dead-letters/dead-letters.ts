import type { DeadLetter } from './dead-letter';

export interface DeadLettersPage {
  readonly letters: readonly DeadLetter[];
  /** Give it to the next call; null at the end. */
  readonly after: string | null;
}

/** What an operator does with dead letters. They are kept until replayed or discarded. */
export interface DeadLetters {
  count(): Promise<number>;
  /** Oldest first, from the one after `after`. */
  list(count: number, after?: string | null): Promise<DeadLettersPage>;
  /** Null when there is none of this id. */
  find(id: string): Promise<DeadLetter | null>;
  /**
   * Puts the record back at the end of its partition, and removes it here only after that. Killed in
   * between, it is processed and still here: its uuid makes a second replay harmless.
   *
   * @returns the partition it is in now
   */
  replay(letter: DeadLetter): Promise<number>;
  /** Removes it for good. */
  discard(letter: DeadLetter): Promise<void>;
}
