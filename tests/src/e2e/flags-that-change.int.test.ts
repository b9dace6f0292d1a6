import { waitUntil } from '@tidemark/testing';
import { createApiClient } from '../test-support/api-client';
import type { SharedProject } from '../test-support/shared-project';
import { sharedProject } from '../test-support/shared-project';

/** The edge must serve changes of a flag that are not made by a PATCH request. */
let staging: SharedProject;
let production: SharedProject;
beforeAll(async () => {
  staging = await sharedProject('Flags that change, staging');
  production = await sharedProject('Flags that change');
});

const share = (rollout_percentage: number) => ({
  groups: [{ properties: [], rollout_percentage }],
});
type Body = Readonly<Record<string, unknown>> & { readonly id: number };

async function made(project: SharedProject, path: string, json: object): Promise<Body> {
  const response = await project.api.post(`/api/projects/${project.projectId}/${path}`, json);
  expect({ status: response.status, body: response.body }).toMatchObject({ status: 201 });
  return response.body as Body;
}

/** The value that a person gets; undefined if the edge does not serve the flag. */
async function served(project: SharedProject, key: string): Promise<boolean | undefined> {
  const response = await fetch(`${project.url}/flags/?v=2`, {
    method: 'POST',
    body: JSON.stringify({ token: project.projectApiKey, distinct_id: 'somebody' }),
  });
  const { flags } = (await response.json()) as { flags: Record<string, { enabled: boolean }> };
  return flags[key]?.enabled;
}
const becomes = (project: SharedProject, key: string, value: boolean | undefined) =>
  waitUntil(async () => expect(await served(project, key)).toBe(value));

/** Creates an administrator by an invitation and returns their access token. */
async function newAdministrator(): Promise<string> {
  const email = `approver-${Date.now()}@example.com`;
  const { api } = production;
  const invitation = await api.post('/api/organizations/@current/invites/', {
    ...{ target_email: email, level: 8 },
  });
  const [, id, token] = /\/signup\/([\w-]+)#token=(\S+)$/.exec(
    (invitation.body as { link: string }).link,
  ) ?? ['', '', ''];
  const password = 'a long enough password';
  const accepted = await api.post(`/api/signup/${id}/`, { token, first_name: 'Ann', password });
  expect(accepted.status).toBe(201);
  const signedIn = await api.post('/api/login/', { email, password });
  return (signedIn.body as { access_token: string }).access_token;
}

it('serves a flag that was promoted from another environment', async () => {
  await made(staging, 'feature_flags/', { key: 'promoted', filters: share(100) });
  const copied = await staging.api.post('/api/organizations/@current/feature_flags/copy_flags/', {
    ...{ feature_flag_key: 'promoted', from_project: staging.projectId },
    target_project_ids: [production.projectId],
  });
  expect(copied.body).toMatchObject({ failed: [], success: [{ key: 'promoted' }] });
  await becomes(production, 'promoted', true);
});

it('does not serve an archived flag until it is restored', async () => {
  const flag = await made(staging, 'feature_flags/', { key: 'archived', filters: share(100) });
  await becomes(staging, 'archived', true);
  const path = `/api/projects/${staging.projectId}/feature_flags/${flag.id}/`;
  expect((await staging.api.patch(path, { archived: true })).status).toBe(200);
  await becomes(staging, 'archived', undefined);
});

it('serves a scheduled change at its time', async () => {
  const flag = await made(staging, 'feature_flags/', { key: 'scheduled', filters: share(100) });
  await becomes(staging, 'scheduled', true);
  await made(staging, 'scheduled_changes/', {
    ...{ record_id: String(flag.id), model_name: 'FeatureFlag' },
    payload: { operation: 'update_status', value: false },
    scheduled_at: new Date(Date.now() + 1_000).toISOString(),
  });
  await becomes(staging, 'scheduled', undefined);
});

it('serves the first step of a guarded rollout', async () => {
  const flag = await made(staging, 'feature_flags/', { key: 'guarded', filters: share(0) });
  await becomes(staging, 'guarded', false);
  await made(staging, 'guarded_rollouts/', {
    ...{ feature_flag_id: flag.id, steps: [{ percentage: 100, minutes: 1 }] },
    metric: {
      ...{ kind: 'ExperimentMetric', metric_type: 'funnel' },
      series: [{ kind: 'EventsNode', event: 'paid' }],
    },
  });
  await becomes(staging, 'guarded', true);
});

it('serves a change only after it was approved', async () => {
  const flag = await made(production, 'feature_flags/', { key: 'approved', filters: share(0) });
  await becomes(production, 'approved', false);
  await made(production, 'approval_policies/', {
    ...{ action_key: 'feature_flag.any', approver_config: { quorum: 1 } },
  });
  const base = `/api/projects/${production.projectId}/`;
  const proposal = await production.api.patch(`${base}feature_flags/${flag.id}/`, {
    filters: share(100),
  });
  expect(proposal.status).toBe(409);
  expect(await served(production, 'approved')).toBe(false);
  const { change_request_id: id } = proposal.body as { change_request_id: string };
  const approver = createApiClient(production.url, await newAdministrator());
  const approval = await approver.post(`${base}change_requests/${id}/approve/`, {});
  expect({ status: approval.status, body: approval.body }).toMatchObject({ status: 200 });
  await becomes(production, 'approved', true);
});
