import type { ActionWrite } from '@tidemark/contracts';
import { validationError } from '@tidemark/platform';
import type { ActionFields } from '@tidemark/postgres';
import { findInvalidStep, normaliseStep } from './action-steps';
import { ACTION_FIELDS } from '@tidemark/postgres';
import { normaliseTags } from '../tags';

/** The fields a body names, as the store keeps them; what it leaves out stays out. */
export function toActionFields(body: ActionWrite): Partial<ActionFields> {
  const { tags, steps, ...fields } = body;
  return {
    ...ACTION_FIELDS.fromWire(fields),
    ...(tags !== undefined && { tags: normaliseTags(tags) }),
    ...(steps !== undefined && { steps: steps.map(normaliseStep) }),
  };
}

/** Pinning on an update: whatever time the client sends, it is pinned now; null unpins. */
export function pinnedNow(fields: Partial<ActionFields>, now: Date): Partial<ActionFields> {
  if (fields.pinnedAt === undefined || fields.pinnedAt === null) return fields;
  return { ...fields, pinnedAt: now };
}

/** @throws ApiError 400 for a regular expression or property filter that no query could run */
export function checkedFields(fields: Partial<ActionFields>, now: Date): Partial<ActionFields> {
  const problem = findInvalidStep(fields.steps ?? [], now);
  if (problem !== null) throw validationError('invalid_input', problem.detail, problem.attr);
  return fields;
}
