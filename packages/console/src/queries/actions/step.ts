import { filterText } from '../filters/filter-text';
import { filtersOf } from '../filters/property-filter';

/** How a text field of a step is compared. */
export type Matching = 'contains' | 'exact' | 'regex';

/** A step of an action. An event matches if it meets all conditions that are set. */
export interface ActionStep {
  /** The name of the event; null for any event. */
  readonly event: string | null;
  readonly properties: readonly Readonly<Record<string, unknown>>[] | null;
  readonly selector: string | null;
  readonly tag_name: string | null;
  readonly text: string | null;
  readonly text_matching: Matching | null;
  readonly href: string | null;
  readonly href_matching: Matching | null;
  readonly url: string | null;
  readonly url_matching: Matching | null;
}

/** The fields of an action that the form edits. */
export interface ActionDraft {
  readonly name: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly steps: readonly ActionStep[];
}

/** The event that SDKs record automatically for clicks, changes and form submissions. */
export const AUTOCAPTURE = '$autocapture';

export const EMPTY_STEP: ActionStep = {
  event: null,
  properties: null,
  selector: null,
  tag_name: null,
  text: null,
  text_matching: null,
  href: null,
  href_matching: null,
  url: null,
  url_matching: 'contains',
};

export const EMPTY_DRAFT: ActionDraft = {
  name: '',
  description: '',
  tags: [],
  steps: [EMPTY_STEP],
};

export const MATCHINGS: readonly { readonly value: Matching; readonly label: string }[] = [
  { value: 'contains', label: 'contains' },
  { value: 'exact', label: 'is' },
  { value: 'regex', label: 'matches the pattern' },
];

/** The fields of a step, without the fields that the server adds. */
export function stepOf(stored: ActionStep): ActionStep {
  const { event, properties, selector, tag_name, text, text_matching } = stored;
  const { href, href_matching, url, url_matching } = stored;
  const element = { selector, tag_name, text, text_matching, href, href_matching };
  return { event, properties, ...element, url, url_matching };
}

/** How a field is compared. The default is `contains` for the page address and `exact` for other fields. */
export function matchingOf(step: ActionStep, field: 'text' | 'href' | 'url'): Matching {
  return step[`${field}_matching`] ?? (field === 'url' ? 'contains' : 'exact');
}

/** Whether a step has a condition on the clicked element. */
export function namesElement({ selector, tag_name, text, href }: ActionStep): boolean {
  return [selector, tag_name, text, href].some(isSet);
}

/** The conditions of a step in words. */
export function stepWords(step: ActionStep): string {
  const { event, selector, tag_name: tag, text, href, url, properties } = step;
  const compared = (field: 'text' | 'href' | 'url', value: string): string => {
    const words = MATCHINGS.find((one) => one.value === matchingOf(step, field))?.label ?? '';
    return `${words} “${value}”`;
  };
  const conditions = [
    isSet(selector) && `element ${selector}`,
    isSet(tag) && `tag ${tag}`,
    isSet(text) && `text ${compared('text', text)}`,
    isSet(href) && `link ${compared('href', href)}`,
    isSet(url) && `page URL ${compared('url', url)}`,
    ...filtersOf(properties ?? []).map((filter) => filterText(filter)),
  ].filter((part) => part !== false);
  const name = isSet(event) ? event : 'any event';
  return conditions.length === 0 ? name : `${name}, ${conditions.join(', ')}`;
}

/** Whether a step matches every event of the project. */
export function matchesEverything(step: ActionStep): boolean {
  const hasFilters = (step.properties ?? []).length > 0;
  return !isSet(step.event) && !isSet(step.url) && !namesElement(step) && !hasFilters;
}

/** The reasons why the draft cannot be saved; empty if it can. */
export function draftProblems({ name, steps }: ActionDraft): readonly string[] {
  return [
    ...(name.trim() === '' ? ['Enter a name for the action.'] : []),
    ...(steps.length === 0 ? ['Add a step. Without a step, the action matches nothing.'] : []),
  ];
}

function isSet(text: string | null): text is string {
  return text !== null && text !== '';
}
