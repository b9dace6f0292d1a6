import { problemOfUrl } from '../input-problems';
import type { DestinationTemplate } from './template';
import { asIs, jsonRequest } from './template';

/**
 * Sends events to another Tidemark or PostHog, with the batch API and the same uuid, so that a repeated event is
 * stored once.
 */
export const replicator: DestinationTemplate = {
  id: 'template-posthog-replicator',
  name: 'PostHog or Tidemark',
  description: 'Sends a copy of each event to another instance',
  iconUrl: '/static/posthog-icon.svg',
  hog: "fetch(f'{inputs.host}/batch/', {'method': 'POST', 'body': {'api_key': inputs.token, 'batch': [event]}})",
  posthogSources: ['34083eb8ecf8ede19a339ddc27dab81d2f3fb06971046d6c3b53a9caa3019b06'],
  inputs: [
    {
      key: 'host',
      type: 'string',
      label: 'Host',
      secret: false,
      required: true,
      default: 'https://us.i.posthog.com',
    },
    { key: 'token', type: 'string', label: 'Project API key', secret: false, required: true },
    {
      key: 'include_all_properties',
      type: 'boolean',
      label: 'Include all properties',
      secret: false,
      required: false,
      default: true,
    },
    {
      key: 'properties',
      type: 'dictionary',
      label: 'Other properties',
      description: 'Laid over those of the event',
      secret: false,
      required: false,
      default: {},
    },
  ],
  escape: () => asIs,
  problemOf: (input, value) => (input === 'host' ? problemOfUrl(value) : null),
  request(delivery) {
    const { inputs, globals } = delivery;
    const { event } = globals;
    return jsonRequest(delivery, `${String(inputs['host']).replace(/\/$/, '')}/batch/`, {
      api_key: inputs['token'],
      batch: [
        {
          event: event.event,
          distinct_id: event.distinct_id,
          timestamp: event.timestamp,
          uuid: event.uuid,
          properties: {
            ...(inputs['include_all_properties'] !== false && event.properties),
            ...(event.elements_chain !== '' && { $elements_chain: event.elements_chain }),
            ...(inputs['properties'] as object | null),
          },
        },
      ],
    });
  },
};
