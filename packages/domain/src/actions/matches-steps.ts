import type { ActionInput } from './action-input';
import { matchesAnySelector } from './matches-selector';
import { parseSelector } from './parse-selector';
import type { StepFilter } from './property-predicate';
import { chainTexts, firstHref, propertyPredicate } from './property-predicate';
import { textOf } from './property-operators';
import { textTest } from './text-matching';
import type { Verdict } from './verdict';
import { allOf, anyOf } from './verdict';

type Matching = 'contains' | 'exact' | 'regex' | null | undefined;

/** A step as the actions API stores it; what is null or empty asks for nothing. */
export interface MatchableStep {
  readonly event?: string | null | undefined;
  readonly selector?: string | null | undefined;
  readonly tag_name?: string | null | undefined;
  readonly text?: string | null | undefined;
  readonly text_matching?: Matching;
  readonly href?: string | null | undefined;
  readonly href_matching?: Matching;
  readonly url?: string | null | undefined;
  readonly url_matching?: Matching;
  readonly properties?: readonly StepFilter[] | null | undefined;
}

const AUTOCAPTURE = '$autocapture';

/**
 * Whether an event is what an action's steps say (`docs/wire/actions-matching.md#steps-or`): the same response as the
 * query engine gives, without it. Null where only the engine can decide: dates, versions, HogQL, sessions, and what the
 * event at hand does not carry.
 */
export function matchesSteps(steps: readonly MatchableStep[], event: ActionInput): Verdict {
  return steps.length === 0 ? true : anyOf(steps.map((step) => matchesStep(step, event)));
}

function matchesStep(step: MatchableStep, event: ActionInput): Verdict {
  if (present(step.event) && step.event !== event.event) return false;
  return allOf([
    matchesElements(step, event),
    matchesUrl(step, event),
    ...(step.properties ?? []).map((filter) => propertyPredicate(filter, event)),
  ]);
}

/** Conditions on the clicked elements: they count for autocaptured events only. */
function matchesElements(step: MatchableStep, { elements }: ActionInput): boolean {
  if (step.event !== AUTOCAPTURE) return true;
  const { selector, tag_name: tag, href, text } = step;
  if (present(selector)) {
    const parsed = parseSelector(selector);
    if ('problem' in parsed || !matchesAnySelector(parsed.selectors, elements)) return false;
  }
  if (present(tag) && !elements.some((element) => element.tag_name === tag)) return false;
  if (present(href)) {
    const test = textTest(href, step.href_matching ?? 'exact', 'any case');
    if (!test(firstHref(elements))) return false;
  }
  if (!present(text)) return true;
  const test = textTest(text, step.text_matching ?? 'exact', 'any case');
  return chainTexts(elements).some(test);
}

function matchesUrl({ event: name, url, url_matching: mode }: MatchableStep, event: ActionInput) {
  if (!present(url)) return true;
  const key = name === '$screen' ? '$screen_name' : '$current_url';
  const value = Object.hasOwn(event.properties, key) ? textOf(event.properties[key]) : null;
  return value !== null && textTest(url, mode ?? 'contains', 'case')(value);
}

function present(value: string | null | undefined): value is string {
  return value !== null && value !== undefined && value !== '';
}
