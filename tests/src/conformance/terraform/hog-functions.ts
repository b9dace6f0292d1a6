import type { ResourceWalk } from './case';
import { lifeOf } from './case';

const inputs = {
  url: { value: 'https://receiver.example/hook' },
  method: { value: 'POST' },
  body: { value: { event: '{event}' }, templating: 'hog' },
};
const filters = {
  events: [{ id: 'paid', name: 'paid', type: 'events', order: 0 }],
  filter_test_accounts: false,
};

const text = { value: 'Paid: {event.properties.sum}' };
const webhookUrl = { value: 'https://hooks.slack.example/services/T0/B0/secret' };
/** The provider keeps inputs of `sensitive_inputs_json` if the response has a placeholder for them. */
const hidden = { secret: true };

/** `posthog_hog_function`: what the configuration leaves out must be empty in the response. */
export const hogFunctions: readonly ResourceWalk[] = [
  lifeOf({
    resource: 'posthog_hog_function by its required arguments',
    collection: 'hog_functions',
    create: { template_id: 'template-webhook', inputs: { url: inputs.url } },
    created: {
      ...{ type: 'destination', name: '', description: '', enabled: false, filters: {} },
      ...{ inputs: { url: inputs.url }, masking: null, mappings: null, execution_order: null },
      template: { id: 'template-webhook' },
    },
    update: { template_id: 'template-webhook', inputs: { url: inputs.url }, enabled: true },
    updated: { enabled: true, name: '', filters: {} },
  }),
  lifeOf({
    resource: 'posthog_hog_function with all arguments',
    collection: 'hog_functions',
    create: {
      ...{ type: 'destination', name: 'Orders', description: 'To the shop', enabled: true },
      ...{ template_id: 'template-webhook', inputs, filters, icon_url: '/static/shop.png' },
    },
    created: {
      ...{ type: 'destination', name: 'Orders', description: 'To the shop', enabled: true },
      ...{ inputs, filters, icon_url: '/static/shop.png' },
    },
    update: { name: 'Orders', description: '', inputs: { ...inputs, debug: { value: true } } },
    updated: { description: '', inputs: { ...inputs, debug: { value: true } }, filters },
  }),
  lifeOf({
    resource: 'posthog_hog_function with sensitive_inputs_json',
    collection: 'hog_functions',
    create: { template_id: 'template-slack', inputs: { text, webhookUrl } },
    created: { inputs: { text, webhookUrl: hidden } },
    // Inputs of both arguments are sent, also if only one of them has changed.
    update: { inputs: { text: { value: 'Other' }, webhookUrl } },
    updated: { inputs: { text: { value: 'Other' }, webhookUrl: hidden } },
  }),
  lifeOf({
    resource: 'posthog_hog_function that was imported, with its secret only in the project',
    collection: 'hog_functions',
    create: { template_id: 'template-slack', inputs: { text, webhookUrl } },
    created: { inputs: { text, webhookUrl: hidden } },
    update: { inputs: { text: { value: 'Other' }, webhookUrl: hidden } },
    updated: { inputs: { text: { value: 'Other' }, webhookUrl: hidden } },
  }),
];
