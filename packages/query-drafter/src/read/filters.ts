import type { Filter, FilterOperator } from '../draft';
import type { PropertyNames } from '../names/properties';
import type { Prompt } from './prompt';
import { guessedProperty, longestName, unquoted, unseenProperty, wordsAfter } from './prompt';
import { readKnownValues } from './known-values';

const WHERE = /\b(?:where|whose|with|having|for which|whenever|if)\s+(?:the\s+|their\s+|a\s+)?/i;
const AND_WHERE = /(?<=¦\s*)and\s+(?:where\s+|whose\s+|with\s+)?(?:the\s+)?/i;
const MAX_FILTERS = 8;

/** The longest operators come first, so that `is not` is not read as `is`. */
const OPERATORS: readonly (readonly [pattern: RegExp, operator: FilterOperator])[] = [
  [/^(?:does not|doesn't|not)\s+(?:contain|include)s?\s+/i, 'not contains'],
  [/^(?:contains?|containing|includes?|including|like)\s+/i, 'contains'],
  [/^(?:starts? with|starting with|begins? with)\s+/i, 'starts with'],
  [/^(?:ends? with|ending with)\s+/i, 'ends with'],
  [/^(?:is not set|isn't set|is missing|is empty|does not exist|doesn't exist)\b/i, 'is not set'],
  [/^(?:is set|exists|is present|is not empty)\b/i, 'is set'],
  [/^(?:(?:is\s+)?(?:at least)|>=|(?:is\s+)?greater than or equal to)\s*/i, '>='],
  [/^(?:(?:is\s+)?(?:at most)|<=|(?:is\s+)?less than or equal to)\s*/i, '<='],
  [/^(?:!=|<>|is not equal to|does not equal|is not|isn't|are not|aren't|not)\s*/i, '!='],
  [
    /^(?:>|(?:is\s+|are\s+)?(?:above|over|more than|greater than|bigger than|higher than))\s*/i,
    '>',
  ],
  [/^(?:<|(?:is\s+|are\s+)?(?:below|under|less than|smaller than|lower than))\s*/i, '<'],
  [/^(?:==?|equals?(?:\s+to)?|is equal to|is exactly|is|are|was|of|:)\s*/i, '='],
];

/** Reads filters, such as `where plan is pro and amount over 10`, `on mobile`, `from Germany` or `excluding Chrome`. */
export function readFilters(
  prompt: Prompt,
  properties: PropertyNames,
  note: (text: string) => void,
): readonly Filter[] {
  const found: Filter[] = [];
  for (let pattern = WHERE; found.length < MAX_FILTERS; pattern = AND_WHERE) {
    const filter = readClause(prompt, pattern, properties, note);
    if (filter === null) break;
    found.push(filter);
  }
  return [...found, ...readKnownValues(prompt)];
}

function readClause(
  prompt: Prompt,
  pattern: RegExp,
  properties: PropertyNames,
  note: (text: string) => void,
): Filter | null {
  const words = wordsAfter(prompt, pattern);
  if (words === null || words.length < 2) return null;
  const named = longestName(words.slice(0, -1), (phrase) => properties.find(phrase));
  const property = named?.found ?? guessedProperty(words[0] ?? '');
  if (property === null) return null;
  const tail = words.slice(named?.words ?? 1).join(' ');
  const comparison = OPERATORS.map(([regexp, operator]) => ({
    match: regexp.exec(tail),
    operator,
  })).find(({ match }) => match !== null);
  // A phrase without a verb, such as `with plan pro`, is only a filter if its property is known.
  if (comparison === undefined && named === null) return null;
  const operator = comparison?.operator ?? '=';
  const spoken = comparison?.match?.[0] ?? '';
  const needsValue = !/set$/.test(operator);
  const value = needsValue ? readValue(tail.slice(spoken.length)) : { text: '', words: 0 };
  if (value === null) return null;
  if (named === null) note(unseenProperty(property));
  const spokenWords = spoken.trim() === '' ? 0 : spoken.trim().split(' ').length;
  const glued = spoken !== '' && !/\s$/.test(spoken) && needsValue ? 1 : 0;
  prompt.takeWith(pattern, (named?.words ?? 1) + spokenWords + value.words - glued);
  return { property, operator, value: needsValue ? typed(value.text, operator) : null };
}

/** Reads a value: a text in quotation marks, or one word. */
function readValue(tail: string): { readonly text: string; readonly words: number } | null {
  const quoted = /^"([^"]*)"|^'([^']*)'/.exec(tail);
  if (quoted !== null) {
    const [all, double, single] = quoted;
    return { text: double ?? single ?? '', words: all.split(' ').length };
  }
  const [word = ''] = tail.split(' ');
  return word === '' || /^(?:and|or|by|per|in)$/i.test(word)
    ? null
    : { text: unquoted(word), words: 1 };
}

function typed(text: string, operator: FilterOperator): string | number | boolean {
  if (/contains|with/.test(operator)) return text;
  if (/^-?\d{1,15}(?:\.\d{1,9})?$/.test(text)) return Number(text);
  if (/^(?:true|false)$/i.test(text)) return text.toLowerCase() === 'true';
  return text;
}
