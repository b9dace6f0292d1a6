export { ALERT_FIELDS, alertState } from './alert';
export type { Alert, AlertCheck, AlertFields, AlertNotification } from './alert';
export { createAlertChecks } from './alert-checks';
export type { AlertChecks, AlertClaim, FinishedCheck } from './alert-checks';
export { createAlertRepository } from './alert-repository';
export type { AlertEffects, AlertRepository } from './alert-repository';
