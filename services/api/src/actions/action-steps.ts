import type { ActionStepInput } from '@tidemark/contracts';
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
  /** Where: `steps__0__url`. */
  readonly attr: string;
  readonly detail: string;
}

/** The first regular expression that no query could run, or null. Queries use RE2 too. */
export function findInvalidRegex(steps: readonly ActionStep[]): StepProblem | null {
  for (const [index, step] of steps.entries()) {
    for (const field of ['text', 'href', 'url'] as const) {
      const pattern = step[field];
      if (step[`${field}_matching`] !== 'regex' || pattern === null) continue;
      const detail = problemOfRegex(pattern);
      if (detail !== null) return { attr: `steps__${index}__${field}`, detail };
    }
  }
  return null;
}
