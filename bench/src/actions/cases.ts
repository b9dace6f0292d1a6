/**
 * An action step on autocaptured clicks, and a regular expression over the raw elements chain that finds the same
 * clicks.
 */
export interface ClickCase {
  readonly name: string;
  readonly step: object;
  /** The pattern that PostHog compiles the selector to: lazy, and anchored at the start of an element. */
  readonly pattern: string;
}

const TAIL = String.raw`[^;]*?($|;|:([^;^\s]*(;|$|\s)))`;

export const CLICK_CASES: readonly ClickCase[] = [
  {
    name: 'an id',
    step: { selector: '#b17' },
    pattern: String.raw`(^|;).*?attr_id="b17".*?${TAIL}`,
  },
  {
    name: 'a class',
    step: { selector: '.btn-danger' },
    pattern: String.raw`(^|;).*?\.btn\-danger${TAIL}`,
  },
  {
    name: 'a rare attribute',
    step: { selector: '[data-attr="save-17"]' },
    pattern: String.raw`(^|;).*?data\-attr="save\-17".*?${TAIL}`,
  },
  {
    name: 'tag, class and attribute',
    step: { selector: 'button.btn-primary[data-attr="save-17"]' },
    pattern: String.raw`(^|;)button.*?\.btn\-primary.*?data\-attr="save\-17".*?${TAIL}`,
  },
  {
    name: 'a descendant',
    step: { selector: 'form.settings button[data-attr="save-17"]' },
    pattern: String.raw`(^|;)button.*?data\-attr="save\-17".*?${TAIL}.*?form.*?\.settings${TAIL}`,
  },
  {
    name: 'a text',
    step: { text: 'Save item 17' },
    pattern: String.raw`(?::|")text="Save item 17"`,
  },
];
