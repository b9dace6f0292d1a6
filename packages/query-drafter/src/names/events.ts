import type { Taxonomy } from '../draft';
import { createNameIndex } from './match-name';
import { stemsOf } from './normalise';

/**
 * Words that people use, and the events that they can mean, the most likely first. SDKs send the events with `$` in
 * every project; the others are only used if the project has them.
 */
const SPOKEN: readonly (readonly [words: string, events: readonly string[]])[] = [
  ['pageview|page view|view|page visit|visit|traffic|hit|page load', ['$pageview']],
  ['pageleave|page leave|bounce', ['$pageleave']],
  ['click|button click|autocapture|interaction', ['$autocapture']],
  ['rage click|rageclick', ['$rageclick']],
  ['screen|screen view|screenview', ['$screen']],
  ['error|exception|crash', ['$exception']],
  ['identify|identification', ['$identify']],
  ['feature flag call|flag call', ['$feature_flag_called']],
  ['survey response|survey answer', ['survey sent']],
  [
    'signup|sign up|registration|register|new account|account creation',
    ['signup', 'signed_up', 'user_signed_up', 'sign_up_completed', 'registered', 'account_created'],
  ],
  ['login|log in|sign in|signin', ['login', 'logged_in', 'user_logged_in', 'signed_in']],
  [
    'purchase|buy|bought|order|sale|checkout|payment|paid',
    [
      'purchase',
      'purchase_completed',
      'order_completed',
      'order_placed',
      'checkout_completed',
      'payment_succeeded',
      'paid',
    ],
  ],
  ['install|installation', ['Application Installed', 'installed']],
  ['app open|launch', ['Application Opened', 'app_opened']],
];

const byWords = new Map(
  SPOKEN.flatMap(([words, events]) =>
    words.split('|').map((word) => [stemsOf(word).join(''), events] as const),
  ),
);

export interface EventNames {
  /** Returns the event that a phrase names; null if it names no known event. */
  find(phrase: string, tolerance: 'exact' | 'loose'): string | null;
  /** Returns the usual event name for a word, even if the project has not seen this event; null if there is none. */
  usual(word: string): string | null;
}

export function createEventNames({ events }: Pick<Taxonomy, 'events'>): EventNames {
  const index = createNameIndex(events);
  return {
    find(phrase, tolerance) {
      const exact = index.find(phrase, 'exact');
      if (exact !== null) return exact;
      const spoken = byWords.get(stemsOf(phrase).join(''));
      for (const candidate of spoken ?? []) {
        const found = index.find(candidate, 'exact');
        if (found !== null) return found;
        if (candidate.startsWith('$')) return candidate;
      }
      return tolerance === 'exact' ? null : index.find(phrase, 'loose');
    },
    usual: (word) => byWords.get(stemsOf(word).join(''))?.[0] ?? null,
  };
}
