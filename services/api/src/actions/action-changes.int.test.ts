import { actionScene } from '../test-support/action-scene';

const scene = actionScene();
const { created } = scene;

const patch = (id: number, json: unknown) =>
  scene.api.call('PATCH', `${scene.actions}${id}/`, { json });

describe('update', () => {
  it('does not change fields that it does not name', async () => {
    const action = await created({ name: 'A', tags: ['t'], steps: [{ event: 'x' }] });
    const response = await patch(action.id, { description: 'd' });
    expect(response.status).toBe(200);
    expect(response.body).toEqual({ ...action, description: 'd' });
    const put = await scene.api.call('PUT', `${scene.actions}${action.id}`, {
      json: { name: 'N' },
    });
    expect(put.status).toBe(200);
    expect(put.body).toEqual({ ...action, description: 'd', name: 'N' });
  });

  it('clears tags and steps, but not to null', async () => {
    const action = await created({ tags: ['t'], steps: [{ event: 'x' }] });
    expect((await patch(action.id, { tags: [] })).body.tags).toEqual([]);
    expect((await patch(action.id, { steps: [] })).body.steps).toEqual([]);
    expect((await patch(action.id, { steps: null })).status).toBe(400);
  });

  it('ignores read-only and unknown fields', async () => {
    const action = await created({ name: 'A' });
    const response = await patch(action.id, {
      created_by: { id: 9 },
      is_calculating: true,
      id: 99,
      team_id: 7,
      nonsense: 1,
    });
    expect(response.status).toBe(200);
    expect(response.body).toEqual(action);
  });

  it('pins now, whatever time it is given, and only once', async () => {
    const { id } = await created({});
    const before = Date.now();
    const pinned = await patch(id, { pinned_at: '2001-01-01T00:00:00Z' });
    expect(Date.parse(String(pinned.body.pinned_at))).toBeGreaterThanOrEqual(before);
    const again = await patch(id, { pinned_at: '2002-01-01T00:00:00Z' });
    expect(again.body.pinned_at).toBe(pinned.body.pinned_at);
    expect((await patch(id, { pinned_at: null })).body.pinned_at).toBeNull();
  });

  it('pins once, even if several clients pin at the same time', async () => {
    const { id } = await created({});
    const pin = async () => (await patch(id, { pinned_at: '2001-01-01T00:00:00Z' })).body.pinned_at;
    const times = await Promise.all(Array.from({ length: 8 }, pin));
    expect(new Set(times).size).toBe(1);
  });

  it('rejects a name in use', async () => {
    await created({ name: 'A' });
    const { id } = await created({ name: 'B' });
    expect((await patch(id, { name: 'A' })).body).toMatchObject({ code: 'unique', attr: 'name' });
    expect((await patch(id, { name: 'B' })).status).toBe(200);
  });
});

describe('deletion', () => {
  it('is soft, frees the name and can be undone', async () => {
    const { id } = await created({ name: 'A' });
    const deleted = await patch(id, { deleted: true });
    expect([deleted.status, deleted.body.deleted]).toEqual([200, true]);
    expect((await scene.api.call('GET', scene.actions)).body.count).toBe(0);
    expect((await scene.api.call('GET', `${scene.actions}${id}/`)).status).toBe(200);
    await created({ name: 'A' });
    expect((await patch(id, { deleted: false })).status).toBe(200);
    expect((await scene.api.call('GET', scene.actions)).body.count).toBe(2);
  });

  it('is never hard', async () => {
    const action = await created({ name: 'A' });
    for (const id of [action.id, 999_999]) {
      const response = await scene.api.call('DELETE', `${scene.actions}${id}/`);
      expect([response.status, response.text]).toEqual([405, '']);
    }
    expect((await scene.api.call('GET', `${scene.actions}${action.id}/`)).body).toEqual(action);
  });
});
