import type { ActionBody } from '@tidemark/contracts';
import { selectorPattern } from '@tidemark/hogql';
import type { Action, User } from '@tidemark/postgres';
import { userBasicBody } from '../users/user-body';
import { bytecodeError } from './action-steps';
import { wireTime } from '../wire-time';
import { ACTION_FIELDS } from '@tidemark/postgres';
import { wireFields } from '../wire-fields';

/** `creator` is null after the user was deleted. */
export function actionBody(action: Action, creator: User | null): ActionBody {
  return {
    id: action.id,
    ...wireFields(ACTION_FIELDS.toWire(action)),
    steps: action.steps.map((step) => ({
      event: step.event,
      properties: step.properties && [...step.properties],
      selector: step.selector,
      // Compiled when asked for, never stored. SDKs match surveys' steps by it.
      selector_regex: step.selector === null ? null : selectorPattern(step.selector),
      tag_name: step.tag_name,
      text: step.text,
      text_matching: step.text_matching,
      href: step.href,
      href_matching: step.href_matching,
      url: step.url,
      url_matching: step.url_matching,
    })),
    created_at: wireTime(action.createdAt),
    created_by: creator && userBasicBody(creator),
    is_calculating: false,
    team_id: action.projectId,
    is_action: true,
    bytecode_error: bytecodeError(action.steps, action.postToSlack),
    creation_context: null,
  };
}
