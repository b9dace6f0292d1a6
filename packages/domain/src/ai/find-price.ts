import { MODEL_PRICES } from './model-prices';
import type { ModelPrice } from './model-prices';

/**
 * The name of a model in lower case, with hyphens as its only separators: `claude-sonnet-4.5` becomes
 * `claude-sonnet-4-5`.
 */
function spelled(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}

const BY_SPELLING: ReadonlyMap<string, ModelPrice> = new Map(
  MODEL_PRICES.map((price) => [spelled(price.model), price]),
);

/** The longest first: `gpt-4o-mini-2024-07-18` is a `gpt-4o-mini`, not a `gpt-4o`. */
const LONGEST_FIRST = [...BY_SPELLING].sort(([one], [other]) => other.length - one.length);

/** Words after the name of a model that make it another model with other prices. */
const OTHER_MODEL = new Set(
  `mini nano micro lite small medium large pro max ultra turbo flash fast codex chat search audio image realtime
  transcribe tts embedding deep 16k 32k 8b customtools`.split(/\s+/),
);

/** The maximum length of a model name. */
const MAX_NAME = 200;

/**
 * The price of a model by the name that a client sends (`docs/wire/ai.md#model-match`), without the path before the
 * name: the exact name, or the longest known name in it that is followed only by a date or a version of that model.
 * @returns null if the model is not known: a wrong price would be worse than no price
 */
export function findPrice(model: string): ModelPrice | null {
  if (model.length > MAX_NAME) return null;
  const name = spelled(model.slice(model.lastIndexOf('/') + 1));
  const exact = BY_SPELLING.get(name);
  if (exact !== undefined) return exact;
  // A model that was trained further for a customer has prices of its own.
  if (name.startsWith('ft-')) return null;
  for (const [known, price] of LONGEST_FIRST) {
    const at = name.indexOf(known);
    if (at === -1 || (at > 0 && name[at - 1] !== '-')) continue;
    return isSameModel(name.slice(at + known.length)) ? price : null;
  }
  return null;
}

/** Whether the text after a known name still means that model. */
function isSameModel(rest: string): boolean {
  if (rest === '') return true;
  if (!rest.startsWith('-')) return false;
  const words = rest.slice(1).split('-');
  // One or two digits directly after the name are the next part of a version: `gpt-5.9` is not `gpt-5`.
  return !/^\d{1,2}$/.test(words[0] ?? '') && !words.some((word) => OTHER_MODEL.has(word));
}
