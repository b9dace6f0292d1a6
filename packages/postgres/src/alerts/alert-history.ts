import type { History } from '../activity-log/history';
import type { Alert } from './alert';
import { ALERT_FIELDS } from './alert';

export const ALERT_HISTORY: History<Alert> = {
  scope: 'AlertConfiguration',
  nameOf: (alert) => alert.name,
  wireFields: (alert) => ALERT_FIELDS.toWire(alert),
};
