import * as z from 'zod/mini';
import type { ChainElement } from '../activity/chain-element';
import type { QueryNode } from '../query-link';
import { selectorOf } from './selector';
import type { ActionDraft, ActionStep } from './step';
import { AUTOCAPTURE, EMPTY_DRAFT, EMPTY_STEP } from './step';

/** An action that another screen proposes. Links to `data-management/actions/new` contain it as `#q=`. */
export interface NewAction extends QueryNode {
  readonly kind: 'NewAction';
  readonly name: string;
  readonly steps: readonly Partial<ActionStep>[];
}

/** An element with a longer text is a paragraph, not a label. */
const MAX_TEXT = 80;

interface Event {
  readonly event: string;
  readonly properties: Readonly<Record<string, unknown>>;
}

/** Proposes an action for events like the given one: by their name, and for page views also by the path of the page. */
export function actionOfEvent({ event, properties }: Event): NewAction {
  const path = event === '$pageview' ? pathOf(properties['$current_url']) : null;
  const step = { event, ...(path !== null && { url: path, url_matching: 'contains' as const }) };
  return { kind: 'NewAction', name: path === null ? event : `Viewed ${path}`, steps: [step] };
}

/**
 * Proposes an action for clicks on an element.
 *
 * @param elements the clicked element, then its ancestors
 * @param index the position of the element that the action must match
 */
export function actionOfElement(
  { event }: Pick<Event, 'event'>,
  elements: readonly ChainElement[],
  index = 0,
): NewAction {
  const text = elements[index]?.text?.trim() ?? '';
  // The event has only the text of the clicked element, not of its ancestors.
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

/** Reads the draft from a node of a link; an empty draft if the node is not a `NewAction`. */
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
