import type { Detector, Span } from './span';
import { hasDigits, isWordEnd, separatorAt } from './span';

const START = /(?<![0-9A-Za-z])(?<![0-9]\.)[2-6][0-9]/g;
const MIN_DIGITS = 13;
const MAX_DIGITS = 19;

/** Finds payment card numbers with a valid Luhn digit, also in groups of digits. */
export const findCards: Detector = (text) => {
  if (text.length < MIN_DIGITS || !hasDigits(text, MIN_DIGITS)) return [];
  const found: Span[] = [];
  let from = 0;
  for (const { index } of text.matchAll(START)) {
    if (index < from) continue;
    const end = cardEnd(text, index);
    if (end === null) continue;
    found.push({ start: index, end });
    from = end;
  }
  return found;
};

/** The end of the longest valid card number that starts here; null if there is none. */
function cardEnd(text: string, start: number): number | null {
  let digits = '';
  let end: number | null = null;
  let at = start;
  while (digits.length < MAX_DIGITS) {
    const char = text.charAt(at);
    if (!(char >= '0' && char <= '9' && char !== '')) {
      const separator = digits === '' ? 0 : separatorAt(text, at);
      if (separator === 0 || !isDigit(text.charAt(at + separator))) break;
      at += separator;
      continue;
    }
    digits += char;
    at += 1;
    if (digits.length >= MIN_DIGITS && isWordEnd(text, at) && isCard(digits)) end = at;
  }
  return end;
}

function isDigit(char: string): boolean {
  return char >= '0' && char <= '9';
}

function isCard(digits: string): boolean {
  return lengthsOf(digits).includes(digits.length) && hasLuhnDigit(digits);
}

/** The valid lengths of card numbers with these leading digits. */
function lengthsOf(digits: string): readonly number[] {
  const four = Number(digits.slice(0, 4));
  if (digits.startsWith('4')) return [13, 16, 19];
  if (digits.startsWith('5')) return [16];
  if (digits.startsWith('6')) return [16, 17, 18, 19];
  if (four >= 2221 && four <= 2720) return [16];
  if (/^3[47]/.test(digits)) return [15];
  if (/^3[0689]/.test(digits)) return [14, 16];
  return digits.startsWith('35') ? [16] : [];
}

function hasLuhnDigit(digits: string): boolean {
  let sum = 0;
  for (let place = 0; place < digits.length; place += 1) {
    const digit = Number(digits.charAt(digits.length - 1 - place));
    const weighted = place % 2 === 0 ? digit : digit * 2;
    sum += weighted > 9 ? weighted - 9 : weighted;
  }
  return sum % 10 === 0;
}
