import type { Taxonomy } from '../draft';
import { createNameIndex } from './match-name';
import { stemsOf } from './normalise';

/**
 * What people say, and the events that can be meant, the likeliest first. Those with `$` are sent by SDKs and
 * are there in every project; the others count only where the project has them.
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
  /** The event a phrase names; null when it names none that is known. */
  find(phrase: string, tolerance: 'exact' | 'loose'): string | null;
  /** What many projects call what a word means, though this one has not seen it yet. */
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
