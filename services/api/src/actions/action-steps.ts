import type { ActionStepInput } from '@tidemark/contracts';
import { parseSelector, problemOfLiveSteps } from '@tidemark/domain';
import { problemOfPropertyFilter } from '@tidemark/hogql';
import type { ActionStep } from '@tidemark/postgres';
import { problemOfRegex } from '../regex-problem';

/**
 * A step with all ten keys. Omitted ones are null, except `url_matching`, which is `contains`; an
 * explicit null there stays (and still means contains).
 */
export function normaliseStep(step: ActionStepInput): ActionStep {
  return {
    event: step.event ?? null,
    properties: step.properties ?? null,
    selector: step.selector ?? null,
    tag_name: step.tag_name ?? null,
    text: step.text ?? null,
    text_matching: step.text_matching ?? null,
    href: step.href ?? null,
    href_matching: step.href_matching ?? null,
    url: step.url ?? null,
    url_matching: step.url_matching === undefined ? 'contains' : step.url_matching,
  };
}

export interface StepProblem {
  /** The path of the invalid field, for example `steps__0__url`. */
  readonly attr: string;
  readonly detail: string;
}

/** The first regular expression or property filter that no query could run, or null. Queries use RE2 too. */
export function findInvalidStep(steps: readonly ActionStep[], now: Date): StepProblem | null {
  for (const [index, step] of steps.entries()) {
    const problem = invalidRegex(step) ?? invalidFilter(step, now);
    if (problem !== null) return { ...problem, attr: `steps__${index}__${problem.attr}` };
  }
  return null;
}

function invalidRegex(step: ActionStep): StepProblem | null {
  for (const field of ['text', 'href', 'url'] as const) {
    const pattern = step[field];
    if (step[`${field}_matching`] !== 'regex' || pattern === null) continue;
    const detail = problemOfRegex(pattern);
    if (detail !== null) return { attr: field, detail };
  }
  return null;
}

const PATTERN_OPERATORS: ReadonlySet<unknown> = new Set(['regex', 'not_regex']);

function invalidFilter({ properties }: ActionStep, now: Date): StepProblem | null {
  for (const [index, filter] of (properties ?? []).entries()) {
    // The timezone decides what a date means, not whether it is one.
    const problem = problemOfPropertyFilter(filter, 'event', { now, timezone: 'UTC' });
    const detail = problem ?? problemOfPatterns(filter);
    if (detail !== null) return { attr: `properties__${index}`, detail };
  }
  return null;
}

function problemOfPatterns({ operator, value }: Readonly<Record<string, unknown>>): string | null {
  if (!PATTERN_OPERATORS.has(operator)) return null;
  const patterns: readonly unknown[] = Array.isArray(value) ? value : [value];
  for (const pattern of patterns) {
    const problem = typeof pattern === 'string' ? problemOfRegex(pattern) : null;
    if (problem !== null) return problem;
  }
  return null;
}

/**
 * Why a step matches no event although it may be stored, as PostHog reports it with a saved action: the first
 * selector that is not supported, and for an action whose events are delivered the first filter that needs a query.
 * Null when every step can match.
 */
export function bytecodeError(steps: readonly ActionStep[], isDelivered = false): string | null {
  for (const [index, step] of steps.entries()) {
    for (const selector of selectorsOf(step)) {
      const parsed = parseSelector(selector);
      if ('problem' in parsed) {
        return `Step ${index + 1}: the selector '${selector}' matches no event: ${parsed.problem}.`;
      }
    }
  }
  const live = isDelivered ? problemOfLiveSteps(steps) : null;
  return live === null ? null : `Step ${live.step} posts nothing to Slack: ${live.problem}.`;
}

function selectorsOf({ selector, properties }: ActionStep): readonly string[] {
  const inFilters = (properties ?? [])
    .filter(({ type, key }) => type === 'element' && key === 'selector')
    .flatMap(({ value }): readonly unknown[] => (Array.isArray(value) ? value : [value]));
  return [selector, ...inFilters].filter((text) => typeof text === 'string');
}
