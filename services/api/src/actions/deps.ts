import { idParameter } from '@tidemark/contracts';
import { notFound, validationError } from '@tidemark/platform';
import type {
  Action,
  ActionRepository,
  SaveActionResult,
  UserRepository,
} from '@tidemark/postgres';
import { z } from 'zod';
import type { ActionUserDeps } from './action-references';
import { actionBody } from './action-body';

export interface ActionRouteDeps extends ActionUserDeps {
  readonly actions: ActionRepository;
  readonly users: UserRepository;
  readonly now: () => Date;
}

export const LIST = '/actions/';
export const DETAIL = '/actions/:id/';
export const READ = { scope: 'action:read' } as const;
export const WRITE = { scope: 'action:write' } as const;
export const actionParams = z.object({ id: idParameter() });

/** An action with its creator. */
export async function shownAction(users: UserRepository, action: Action) {
  const { createdById } = action;
  return actionBody(action, createdById === null ? null : await users.findById(createdById));
}

/** @throws ApiError 404, or 400 for a name in use */
export function savedAction(result: SaveActionResult): Action {
  switch (result.outcome) {
    case 'saved':
      return result.action;
    case 'not_found':
      throw notFound();
    case 'name_taken':
      throw validationError(
        'unique',
        `This project already has an action with this name, ID ${result.byId}`,
        'name',
      );
  }
}
