import type { ActionInput } from './action-input';
import { compileSelectors } from './matches-selector';
import { parseSelector } from './parse-selector';
import type { Predicate, StepFilter } from './property-predicate';
import { chainTexts, compilePredicate, firstHref } from './property-predicate';
import { textOf } from './property-operators';
import { textTest } from './text-matching';
import type { Verdict } from './verdict';
import { anyOf } from './verdict';

type Matching = 'contains' | 'exact' | 'regex' | null | undefined;

/** A step as the actions API stores it; a null or empty field sets no condition. */
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

/** Whether an event matches steps; null if only the engine can decide. */
export type StepsTest = (event: ActionInput) => Verdict;

/**
 * Whether an event matches the steps of an action (`docs/wire/actions-matching.md#steps-or`), without a query. The
 * result is the same as that of the query engine. Null if only the engine can decide: dates, versions, HogQL,
 * sessions, and data that the input does not contain.
 */
export function matchesSteps(steps: readonly MatchableStep[], event: ActionInput): Verdict {
  return compileSteps(steps)(event);
}

/**
 * Like `matchesSteps`, for many events: regular expressions and selectors are compiled once. @throws for an
 * expression that RE2 rejects
 */
export function compileSteps(steps: readonly MatchableStep[]): StepsTest {
  if (steps.length === 0) return () => true;
  const tests = steps.map(compileStep);
  const [only] = tests;
  if (tests.length === 1 && only !== undefined) return only;
  return (event) => anyOf(tests.map((test) => test(event)));
}

function compileStep(step: MatchableStep): StepsTest {
  const { event: name } = step;
  const conditions: Predicate[] = [
    ...elementConditions(step),
    ...urlConditions(step),
    ...(step.properties ?? []).map(compilePredicate),
  ];
  const isAny = !present(name);
  return (event) => {
    if (!isAny && name !== event.event) return false;
    let all: Verdict = true;
    for (const condition of conditions) {
      const verdict = condition(event);
      if (verdict === false) return false;
      if (verdict === null) all = null;
    }
    return all;
  };
}

/** Conditions on the clicked elements, which apply to autocaptured events only. */
function elementConditions(step: MatchableStep): Predicate[] {
  if (step.event !== AUTOCAPTURE) return [];
  const { selector, tag_name: tag, href, text } = step;
  const conditions: Predicate[] = [];
  if (present(selector)) {
    const parsed = parseSelector(selector);
    const test = 'problem' in parsed ? () => false : compileSelectors(parsed.selectors);
    conditions.push(({ elements }) => test(elements));
  }
  if (present(tag)) {
    conditions.push(({ elements }) => elements.some((element) => element.tag_name === tag));
  }
  if (present(href)) {
    const test = textTest(href, step.href_matching ?? 'exact', 'any case');
    conditions.push(({ elements }) => test(firstHref(elements)));
  }
  if (present(text)) {
    const test = textTest(text, step.text_matching ?? 'exact', 'any case');
    conditions.push(({ elements }) => chainTexts(elements).some(test));
  }
  return conditions;
}

function urlConditions({ event: name, url, url_matching: mode }: MatchableStep): Predicate[] {
  if (!present(url)) return [];
  const key = name === '$screen' ? '$screen_name' : '$current_url';
  const test = textTest(url, mode ?? 'contains', 'case');
  return [
    ({ properties }) => {
      const value = Object.hasOwn(properties, key) ? textOf(properties[key]) : null;
      return value !== null && test(value);
    },
  ];
}

function present(value: string | null | undefined): value is string {
  return value !== null && value !== undefined && value !== '';
}
