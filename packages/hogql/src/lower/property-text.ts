/**
 * Whether a text could also be the text of a stored number, boolean, array or object. Only when it could
 * not, comparing the string sub-column alone gives the same answer as comparing the text of any value.
 */
export function couldBeNonString(value: string): boolean {
  return value === 'true' || value === 'false' || /^[-0-9[{]/.test(value);
}
