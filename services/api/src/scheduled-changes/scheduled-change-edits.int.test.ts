import { createLogger } from '@tidemark/platform';
import { waitUntil } from '@tidemark/testing';
import { createProposer } from '../approval-required';
import { createPayloadSecrets } from '../feature-flags/payload-secrets';
import { createRepositories } from '../repositories';
import { approvalScene } from '../test-support/approval-scene';
import { HOUR_MS, condition, soon } from '../test-support/scheduled-change-scene';
import { carryOutDue } from './carry-out';

const scene = approvalScene();
const { call, newFlag, newPolicy, flagOf } = scene;
const turnOn = { operation: 'update_status', value: true };

async function schedule(flag: number): Promise<string> {
  const made = await call('POST', 'scheduled_changes/', {
    record_id: String(flag),
    model_name: 'FeatureFlag',
    payload: turnOn,
    scheduled_at: soon(HOUR_MS),
  });
  expect([made.status, made.body.detail]).toEqual([201, undefined]);
  return `scheduled_changes/${made.body.id}/`;
}

it('makes a change in the name of the user who changed it last, who may need an approval', async () => {
  const flag = await newFlag('edited');
  // The owner, who schedules the change, needs no approval.
  await newPolicy({ bypass_org_membership_levels: [15] });
  const path = await schedule(flag);
  const edit = { payload: condition(100), scheduled_at: soon(200) };
  const edited = await call('PATCH', path, edit, scene.mo.key);
  expect(edited).toMatchObject({ status: 200, body: { created_by: { id: 1 } } });
  await waitUntil(async () => {
    expect((await call('GET', path)).body['executed_at']).not.toBeNull();
  });
  expect(await flagOf(flag)).toMatchObject({ version: 1 });
  const requests = (await call('GET', 'change_requests/')).body.results;
  expect(requests).toMatchObject([{ created_by: { email: scene.mo.email } }]);
  expect((await call('GET', path)).body['failure_reason']).toContain(String(requests[0]?.['id']));
});

it('does not make a change that was edited after the worker read it', async () => {
  const flag = await newFlag('raced');
  const path = await schedule(flag);
  const repositories = createRepositories(scene.database);
  const { flags } = repositories;
  let edits = 0;
  const deps = {
    ...repositories,
    proposeChange: createProposer(repositories.changeRequests, () => new Date()),
    secrets: createPayloadSecrets(null),
    announceChange: () => Promise.resolve(),
    // The clock of this worker is ahead of that of the api, so that only this worker tries.
    now: () => new Date(Date.now() + 2 * HOUR_MS),
    logger: createLogger('test', 'silent'),
    flags: {
      ...flags,
      findById: async (projectId: number, id: number) => {
        if (id === flag && edits === 0) {
          edits += 1;
          await call('PATCH', path, { payload: { operation: 'update_status', value: false } });
        }
        return flags.findById(projectId, id);
      },
    },
  };
  await carryOutDue(deps);
  expect((await call('GET', path)).body).toMatchObject({ executed_at: null, failure_reason: null });
  expect(await flagOf(flag)).toMatchObject({ version: 1, active: true });
  await carryOutDue(deps);
  expect((await call('GET', path)).body).toMatchObject({ executed_at: expect.any(String) });
  expect(await flagOf(flag)).toMatchObject({ version: 2, active: false });
});
