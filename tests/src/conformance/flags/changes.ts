import type { ConformanceCase, Send } from '../test-support/case';
import { EVERYONE, NOBODY, change, flag, values, who } from './flag-steps';

/** A change must have an effect on all edges within a second. */
const LIVE_MS = 1_000;

function live(featureFlags: object): Send {
  return { ...values(featureFlags), withinMs: LIVE_MS };
}

function gone(key: string): Send {
  return {
    send: { path: '/decide?v=3', body: who() },
    response: { status: 200, lacks: [`featureFlags.${key}`] },
    withinMs: LIVE_MS,
  };
}

/** The effect of changes of flags on responses. */
export const changes: readonly ConformanceCase[] = [
  {
    name: 'a flag that is created, changed, disabled or enabled has an immediate effect',
    steps: [
      gone('beta'),
      flag('beta'),
      live({ beta: true }),
      change('beta', { filters: NOBODY }),
      live({ beta: false }),
      {
        send: { path: '/flags/?v=2', body: who() },
        response: { status: 200, body: { flags: { beta: { metadata: { version: 2 } } } } },
      },
      change('beta', { active: false }),
      gone('beta'),
      change('beta', { active: true, filters: EVERYONE }),
      live({ beta: true }),
    ],
  },
  {
    name: 'a deleted flag is not returned; its key can be used again',
    steps: [
      flag('beta'),
      live({ beta: true }),
      change('beta', { deleted: true }),
      gone('beta'),
      flag('beta', NOBODY),
      live({ beta: false }),
    ],
  },
  {
    name: 'DELETE does not delete a flag',
    steps: [
      flag('beta'),
      { manage: { method: 'DELETE', path: 'feature_flags/{{beta}}/' }, status: 405 },
      live({ beta: true }),
    ],
  },
];
