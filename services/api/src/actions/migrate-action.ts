import type { Action, ActionFields, ActionStep } from '@tidemark/postgres';
import { normaliseStep } from './action-steps';

/**
 * What migrating changes (`docs/wire/actions.md#migrate-effect`; docs/decisions, 0123): steps of older forms become
 * those of today, with all ten keys and an explicit way of matching, and the action no longer posts to Slack. It
 * matches the same events; a second migration changes nothing.
 */
export function migratedFields(
  action: Pick<Action, 'steps'>,
): Pick<ActionFields, 'steps' | 'postToSlack'> {
  return { postToSlack: false, steps: action.steps.map(migratedStep) };
}

function migratedStep(step: Partial<ActionStep>): ActionStep {
  const known = normaliseStep({
    ...step,
    properties: step.properties && step.properties.map((filter) => ({ ...filter })),
  });
  return {
    ...known,
    text_matching: known.text === null ? known.text_matching : (known.text_matching ?? 'exact'),
    href_matching: known.href === null ? known.href_matching : (known.href_matching ?? 'exact'),
    url_matching: known.url_matching ?? 'contains',
  };
}
