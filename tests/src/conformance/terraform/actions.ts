import type { ResourceWalk } from './case';
import { lifeOf } from './case';

const step = {
  event: '$autocapture',
  text: 'Buy',
  text_matching: 'exact',
  url: '/checkout',
  url_matching: 'contains',
  properties: [{ key: 'plan', type: 'event', value: ['pro'], operator: 'exact' }],
};

/** `posthog_action`: the response must contain the keys of a step exactly as the user wrote them. */
export const actions: readonly ResourceWalk[] = [
  lifeOf({
    resource: 'posthog_action with steps',
    collection: 'actions',
    create: { name: 'Purchase', description: 'By button', tags: ['b', 'a'], steps: [step] },
    created: {
      name: 'Purchase',
      description: 'By button',
      tags: expect.arrayContaining(['a', 'b']) as unknown,
      post_to_slack: false,
      slack_message_format: '',
      steps: [step],
      created_at: expect.any(String) as unknown,
      deleted: false,
    },
    // Texts that were removed from the configuration are sent as empty texts.
    update: {
      name: 'Purchase',
      description: '',
      slack_message_format: '',
      post_to_slack: false,
      tags: [],
      steps: [{ event: 'paid' }, { event: 'renewed' }],
      deleted: false,
    },
    updated: {
      name: 'Purchase',
      description: '',
      slack_message_format: '',
      post_to_slack: false,
      tags: [],
      steps: [{ event: 'paid' }, { event: 'renewed' }],
      deleted: false,
    },
  }),
  lifeOf({
    resource: 'posthog_action without anything',
    collection: 'actions',
    create: { name: 'Empty' },
    created: { name: 'Empty', steps: [], tags: [] },
    update: { name: 'Empty', steps: [], post_to_slack: true, deleted: false },
    updated: { name: 'Empty', steps: [], post_to_slack: true },
  }),
];
