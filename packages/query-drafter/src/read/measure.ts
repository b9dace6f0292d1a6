import type { Aggregate, Measure } from '../draft';
import type { PropertyNames } from '../names/properties';
import type { Prompt } from './prompt';
import { guessedProperty, longestName, unseenProperty, wordsAfter } from './prompt';

const AGGREGATES: readonly (readonly [
  pattern: RegExp,
  how: (match: RegExpExecArray) => Aggregate,
])[] = [
  [/\b(?:average|avg|mean)\s+(?:of\s+)?(?:the\s+)?/i, () => 'avg'],
  [/\b(?:median)\s+(?:of\s+)?(?:the\s+)?/i, () => 'median'],
  [/\bp(50|75|80|90|95|99)\s+(?:of\s+)?(?:the\s+)?/i, (match) => Number(match[1]) / 100],
  [
    /\b(\d{1,2})(?:th|st|nd|rd)?\s+percentile\s+(?:of\s+)?(?:the\s+)?/i,
    (match) => Math.min(99, Math.max(1, Number(match[1]))) / 100,
  ],
  [/\b(?:maximum|max|highest|largest|biggest)\s+(?:of\s+)?(?:the\s+)?/i, () => 'max'],
  [/\b(?:minimum|min|lowest|smallest)\s+(?:of\s+)?(?:the\s+)?/i, () => 'min'],
];
const SUM = /\b(?:sum|total)\s+(?:of\s+)?(?:the\s+)?/i;

const USERS =
  /\b(?:(?:number|count) of\s+)?(?:unique|distinct|active|individual|different)?\s*(?:users?|people|persons?|visitors?|customers?|uniques)\b(?!\s+(?:who|that|which|by)\b)/i;

/** Reads the aggregation, such as `average order value` or `unique visitors`. */
export function readMeasure(
  prompt: Prompt,
  properties: PropertyNames,
  note: (text: string) => void,
): Measure | null {
  for (const [pattern, how] of AGGREGATES) {
    const match = pattern.exec(prompt.rest);
    const words = wordsAfter(prompt, pattern);
    if (match === null || words === null || words.length === 0) continue;
    const named = longestName(words, (phrase) => properties.find(phrase, 'loose'));
    if (named === null && isCount(words)) continue;
    const property = named?.found ?? guessedProperty(words[0] ?? '');
    if (property === null) continue;
    if (named === null) note(unseenProperty(property));
    prompt.takeWith(pattern, named?.words ?? 1);
    return { kind: 'property', how: how(match), property };
  }
  return sum(prompt, properties) ?? counted(prompt);
}

/**
 * Reads a sum, such as `total amount`. `total pageviews` is a number of events, so only known properties are added up.
 */
function sum(prompt: Prompt, properties: PropertyNames): Measure | null {
  const words = wordsAfter(prompt, SUM);
  const named = words && longestName(words, (phrase) => properties.find(phrase));
  if (named !== null && named.found.owner !== 'expression') {
    prompt.takeWith(SUM, named.words);
    return { kind: 'property', how: 'sum', property: named.found };
  }
  if (!/\b(?:revenue|turnover)\b/i.test(prompt.rest)) return null;
  const revenue =
    properties.find('revenue') ?? properties.find('amount') ?? properties.find('price');
  if (revenue === null) return null;
  prompt.take(/\b(?:total\s+)?(?:revenue|turnover)\b/i);
  return { kind: 'property', how: 'sum', property: revenue };
}

/** Reads `pageviews per user`. Must run before breakdowns are read, because these also begin with `per`. */
export function readPerUser(prompt: Prompt): Measure | null {
  return prompt.take(
    /\b(?:times\s+)?(?:per|by each|for each)\s+(?:user|person|visitor|customer)\b/i,
  )
    ? { kind: 'events_per_user' }
    : null;
}

function counted(prompt: Prompt): Measure | null {
  if (prompt.take(/\b(?:dau|wau|mau)s?\b/i) || prompt.take(USERS)) return { kind: 'users' };
  return prompt.take(/\b(?:(?:number|count) of\s+)?(?:unique\s+)?sessions\b/i)
    ? { kind: 'sessions' }
    : null;
}

/** `average number of …` is not the average of a property. */
function isCount([first = '']: readonly string[]): boolean {
  return /^(?:number|count|events?|users?|per)$/i.test(first);
}
