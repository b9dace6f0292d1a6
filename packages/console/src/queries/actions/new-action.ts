import * as z from 'zod/mini';
import type { ChainElement } from '../activity/chain-element';
import type { QueryNode } from '../query-link';
import { selectorOf } from './selector';
import type { ActionDraft, ActionStep } from './step';
import { AUTOCAPTURE, EMPTY_DRAFT, EMPTY_STEP } from './step';

/** An action that is proposed by another screen; it is the `#q=` of `data-management/actions/new`. */
export interface NewAction extends QueryNode {
  readonly kind: 'NewAction';
  readonly name: string;
  readonly steps: readonly Partial<ActionStep>[];
}

/** A longer text of an element is a paragraph rather than a name. */
const MAX_TEXT = 80;

interface Event {
  readonly event: string;
  readonly properties: Readonly<Record<string, unknown>>;
}

/** An action that matches events like this one: by its name, and of a page view by the path of the page. */
export function actionOfEvent({ event, properties }: Event): NewAction {
  const path = event === '$pageview' ? pathOf(properties['$current_url']) : null;
  const step = { event, ...(path !== null && { url: path, url_matching: 'contains' as const }) };
  return { kind: 'NewAction', name: path === null ? event : `Viewed ${path}`, steps: [step] };
}

/**
 * An action that matches clicks on an element.
 *
 * @param elements of a click, the clicked one first
 * @param index of the element that is meant
 */
export function actionOfElement(
  { event }: Pick<Event, 'event'>,
  elements: readonly ChainElement[],
  index = 0,
): NewAction {
  const text = elements[index]?.text?.trim() ?? '';
  // Only the clicked element's text is compared.
  const hasText = index === 0 && text !== '' && text.length <= MAX_TEXT;
  const step = {
    event: event === '' ? AUTOCAPTURE : event,
    selector: selectorOf(elements, index),
    ...(hasText && { text, text_matching: 'exact' as const }),
  };
  const name = hasText ? `Clicked “${text}”` : `Clicked ${step.selector}`;
  return { kind: 'NewAction', name, steps: [step] };
}

const optional = z.optional(z.nullable(z.string()));
const matching = z.optional(z.nullable(z.enum(['contains', 'exact', 'regex'])));
const schema = z.object({
  kind: z.literal('NewAction'),
  name: z._default(z.string(), ''),
  steps: z.array(
    z.object({
      event: optional,
      properties: z.optional(z.nullable(z.array(z.record(z.string(), z.unknown())))),
      selector: optional,
      tag_name: optional,
      text: optional,
      text_matching: matching,
      href: optional,
      href_matching: matching,
      url: optional,
      url_matching: matching,
    }),
  ),
});

/** The draft of a node of an address; an empty one for a node that is none. */
export function draftOfNode(node: QueryNode | null): ActionDraft {
  const { success, data } = schema.safeParse(node);
  if (!success) return EMPTY_DRAFT;
  const steps = data.steps.map((step): ActionStep => ({ ...EMPTY_STEP, ...step }));
  return { ...EMPTY_DRAFT, name: data.name, steps: steps.length === 0 ? [EMPTY_STEP] : steps };
}

function pathOf(address: unknown): string | null {
  if (typeof address !== 'string' || !URL.canParse(address)) return null;
  return new URL(address).pathname;
}
