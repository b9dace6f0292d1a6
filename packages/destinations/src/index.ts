export type { DeliveryGlobals } from './globals';
export { filtersOfSource, internalSources } from './internal-sources';
export type { InternalSource } from './internal-sources';
export { redactedRequest, redactedText } from './redact';
export { problemOfInputs, renderDelivery } from './render-delivery';
export type { InputValue, InputValues } from './render-delivery';
export type { DeliveryRequest, HttpDelivery, MailDelivery } from './requests';
export { destinationOfAction } from './slack-format';
export { TemplateProblem } from './template-problem';
export { destinationTemplates, findTemplate, isSourceOf } from './templates';
export {
  findInternalTemplate,
  internalTemplates,
  messageInputs,
  sendsInternalEvents,
} from './templates/internal-templates';
export type { InternalTemplate } from './templates/internal-templates';
export type { DestinationTemplate } from './templates/template';
export { problemOfSigningSecret, signatureHeaders } from './signing';
