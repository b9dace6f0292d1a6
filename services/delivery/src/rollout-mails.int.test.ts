import {
  createDueRollouts,
  createFeatureFlagRepository,
  createGuardedRolloutRepository,
} from '@tidemark/postgres';
import { waitUntil } from '@tidemark/testing';
import type { MailServer } from './test-support/mail-server';
import { startMailServer } from './test-support/mail-server';
import type { World } from './test-support/world';
import { openWorld } from './test-support/world';

const PROJECT = 1;
const OWNER = 1;

let world: World;
let server: MailServer;

beforeAll(async () => {
  server = await startMailServer();
  world = await openWorld();
  await world.deliver({ ...server.environment, SITE_URL: 'https://analytics.example.com/' });
});
afterAll(async () => {
  await world.close();
  await server.close();
});

it('tells subscribed users once that a flag was rolled back', async () => {
  const { database } = world;
  const filters = { groups: [{ properties: [], rollout_percentage: 0 }] };
  const made = await createFeatureFlagRepository(database).create(PROJECT, OWNER, {
    ...{ key: 'fast-search', filters },
  });
  if (made.outcome !== 'saved') throw new Error('The flag was not created.');
  const rollout = await createGuardedRolloutRepository(database).create(
    { projectId: PROJECT, userId: OWNER },
    {
      featureFlagId: made.flag.id,
      conditionIndex: 0,
      steps: [{ percentage: 10, minutes: 5 }],
      metric: {},
      alpha: 0.05,
      minimumUnits: 100,
      checkIntervalMinutes: 1,
      subscribedUsers: [OWNER, 999],
      initialPercentage: 0,
      condition: null,
    },
  );
  if (rollout === null) throw new Error('The rollout was not created.');
  const numbers = { exposed: null, control: null, difference: null, interval: null, pValue: null };
  await createDueRollouts(database).record(
    rollout,
    { checkedAt: new Date(), step: -1, action: 'turn_back', reason: null, numbers },
    { status: 'rolled_back', step: -1, reason: 'The metric got worse.' },
  );
  await waitUntil(() => expect(server.mails).toHaveLength(1));
  const [mail] = server.mails;
  expect(mail?.to).toHaveLength(1);
  expect(mail?.text).toMatch(/^Subject: \[Tidemark\] Rolled back: fast-search/m);
  expect(mail?.text).toContain('The metric got worse.');
  expect(mail?.text).toContain(`/project/1/feature_flags/${made.flag.id}`);
  await waitUntil(async () => {
    const row = await database.db
      .selectFrom('guarded_rollouts')
      .select('mail_sent_at')
      .where('id', '=', rollout.id)
      .executeTakeFirstOrThrow();
    expect(row.mail_sent_at).not.toBeNull();
  });
});
