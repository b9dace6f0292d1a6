import type { AnyIdentity, IdentityFinder, ProjectKeyFinder } from '@tidemark/access';
import {
  hashPersonalApiKey,
  hashProjectSecretKey,
  PROJECT_SECRET_PREFIX,
} from '@tidemark/postgres';
import { createRecentAnswers } from './recent-answers';

export interface KeyDirectory {
  /** A person's key, or a project's: its prefix tells. Null for a value that is no valid key. */
  find(value: string): Promise<AnyIdentity | null>;
  /** Forgets everything: after a key was changed or removed here. */
  forget(): void;
}

/**
 * Looks keys up by the hash of their value and remembers the answer for a few seconds. Values are neither
 * kept nor logged.
 */
export function createKeyDirectory(deps: {
  readonly find: IdentityFinder;
  readonly findProjectKey: ProjectKeyFinder;
  /** Milliseconds of any steady clock. */
  readonly now: () => number;
}): KeyDirectory {
  const answers = createRecentAnswers({ ask: deps.find, now: deps.now });
  const projectKeys = createRecentAnswers({ ask: deps.findProjectKey, now: deps.now });
  return {
    find: (value): Promise<AnyIdentity | null> =>
      value.startsWith(PROJECT_SECRET_PREFIX)
        ? projectKeys.find(hashProjectSecretKey(value))
        : answers.find(hashPersonalApiKey(value)),
    forget: () => {
      answers.forget();
      projectKeys.forget();
    },
  };
}
