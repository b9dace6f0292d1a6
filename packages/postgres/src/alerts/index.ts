export { ALERT_FIELDS, alertState } from './alert';
export type { Alert, AlertCheck, AlertFields, AlertNotification } from './alert';
export { createAlertMails } from './alert-mails';
export type { AlertMail, AlertMails } from './alert-mails';
export { createAlertChecks } from './alert-checks';
export type { AlertChecks, AlertClaim, FinishedCheck } from './alert-checks';
export { createAlertRepository } from './alert-repository';
export type { AlertEffects, AlertRepository } from './alert-repository';
