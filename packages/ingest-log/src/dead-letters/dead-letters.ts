import type { DeadLetter } from './dead-letter';

export interface DeadLettersPage {
  readonly letters: readonly DeadLetter[];
  /** The parameter `after` of the next call; null at the end. */
  readonly after: string | null;
}

/** The operations of operators on dead letters, which are kept until they are replayed or discarded. */
export interface DeadLetters {
  count(): Promise<number>;
  /** Returns a page of letters after `after`, oldest first. */
  list(count: number, after?: string | null): Promise<DeadLettersPage>;
  /** Returns null if there is no letter with this id. */
  find(id: string): Promise<DeadLetter | null>;
  /**
   * Appends the record to its partition, and removes the letter only after that. After an interruption in between, the
   * record is processed and the letter still exists; a second replay stores nothing twice, because the uuid is the same.
   *
   * @returns the partition to which the record was appended
   */
  replay(letter: DeadLetter): Promise<number>;
  /** Removes the letter permanently. */
  discard(letter: DeadLetter): Promise<void>;
}
