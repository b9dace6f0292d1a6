const DIGITS = /^\d+$/;

/**
 * Order of two dot-separated parts: numbers by value and before words, words by ASCII order.
 * Numbers may be longer than a double can hold, so digits are compared as text.
 */
export function compareIdentifiers(a: string, b: string): number {
  const aIsNumber = DIGITS.test(a);
  if (aIsNumber !== DIGITS.test(b)) return aIsNumber ? -1 : 1;
  if (!aIsNumber) return compareText(a, b);
  const aDigits = a.replace(/^0+(?=\d)/, '');
  const bDigits = b.replace(/^0+(?=\d)/, '');
  return aDigits.length - bDigits.length || compareText(aDigits, bDigits) || a.length - b.length;
}

/** Order of two lists of parts: the first difference decides, a prefix comes before the longer list. */
export function compareParts(a: readonly string[], b: readonly string[]): number {
  for (const [index, part] of a.entries()) {
    const other = b[index];
    if (other === undefined) return 1;
    const order = compareIdentifiers(part, other);
    if (order !== 0) return order;
  }
  return a.length - b.length;
}

function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
