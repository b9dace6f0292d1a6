export type { DeliveryGlobals } from './globals';
export { redactedRequest, redactedText } from './redact';
export { problemOfInputs, renderDelivery } from './render-delivery';
export type { InputValue, InputValues } from './render-delivery';
export type { DeliveryRequest, HttpDelivery, MailDelivery } from './requests';
export { destinationOfAction } from './slack-format';
export { TemplateProblem } from './template-problem';
export { destinationTemplates, findTemplate, isSourceOf } from './templates';
export type { DestinationTemplate } from './templates/template';
