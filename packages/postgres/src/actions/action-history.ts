import type { History } from '../activity-log/history';
import { deletedOrUpdated } from '../activity-log/history';
import type { Action } from './action';
import { ACTION_FIELDS } from './action';

export const ACTION_HISTORY: History<Action> = {
  scope: 'Action',
  nameOf: (action) => action.name,
  verbOf: deletedOrUpdated,
  wireFields: (action) => ACTION_FIELDS.toWire(action),
};
