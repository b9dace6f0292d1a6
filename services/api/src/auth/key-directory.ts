import type { IdentityFinder, KeyIdentity } from '@tidemark/access';
import { hashPersonalApiKey } from '@tidemark/postgres';
import { createRecentAnswers } from './recent-answers';

export interface KeyDirectory {
  /** Null for a value that is no valid key. */
  find(value: string): Promise<KeyIdentity | null>;
  /** Forgets everything: after a key was changed or removed here. */
  forget(): void;
}

/**
 * Looks keys up by the hash of their value and remembers the answer for a few seconds. Values are neither
 * kept nor logged.
 */
export function createKeyDirectory(deps: {
  readonly find: IdentityFinder;
  /** Milliseconds of any steady clock. */
  readonly now: () => number;
}): KeyDirectory {
  const answers = createRecentAnswers({ ask: deps.find, now: deps.now });
  return {
    find: (value) => answers.find(hashPersonalApiKey(value)),
    forget: () => {
      answers.forget();
    },
  };
}
