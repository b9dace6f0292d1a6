import { personUuid } from '@tidemark/domain';
import { createPersonErasures } from '@tidemark/postgres';
import { createPersonPropertiesCache } from '@tidemark/redis';
import { personScene } from '../test-support/person-scene';

const scene = personScene();
const { person, stored, owners } = scene;

describe('deletion', () => {
  it('takes a person out of every response, and notes what else goes', async () => {
    const id = await person('ann', {}, 'ann-phone');
    const bob = await person('bob');
    const cache = createPersonPropertiesCache(scene.redis);
    await cache.set(scene.project, [
      { distinct_id: 'ann', person_id: id, properties: {}, version: 1 },
    ]);
    expect((await scene.api.call('DELETE', `${scene.root}${id}/?delete_events=true`)).status).toBe(
      202,
    );
    expect((await scene.api.call('GET', `${scene.root}${id}/`)).status).toBe(404);
    expect((await scene.api.call('GET', scene.root)).body.results).toMatchObject([{ uuid: bob }]);
    expect(await stored()).toEqual([[bob, null]]);
    expect(await owners()).toEqual([['bob', bob]]);
    expect((await cache.getMany(scene.project, ['ann'])).get('ann')).toBeUndefined();
    const due = await createPersonErasures(scene.database).listDue(new Date(0), 100);
    expect(due.filter((one) => one.projectId === scene.project)).toMatchObject([
      { personId: id, distinctIds: ['ann', 'ann-phone'], withEvents: true, withRecordings: false },
    ]);
    expect((await scene.api.call('DELETE', `${scene.root}${id}/`)).status).toBe(404);
  });

  it('deletes many, by either kind of id', async () => {
    const ann = await person('ann');
    await person('bob');
    const bulk = (json: object) => scene.api.call('POST', `${scene.root}bulk_delete/`, { json });
    const nobody = personUuid(scene.project, 'nobody');
    expect(await bulk({ ids: [ann, nobody, 'junk'], delete_events: true })).toMatchObject({
      status: 202,
      body: { persons_found: 1, persons_deleted: 1, events_queued_for_deletion: true },
    });
    expect(await bulk({ distinct_ids: ['bob', 'nobody'] })).toMatchObject({
      status: 202,
      body: { persons_found: 1, persons_deleted: 1, events_queued_for_deletion: false },
    });
    expect((await scene.api.call('GET', scene.root)).body.results).toEqual([]);
    const either = 'You need to specify either distinct_ids or ids';
    for (const json of [{}, { ids: [], distinct_ids: [] }]) {
      expect(await bulk(json)).toMatchObject({ status: 400, body: { detail: either } });
    }
    const both = { ids: [ann], distinct_ids: ['bob'] };
    expect(await bulk(both)).toMatchObject({
      status: 400,
      body: { detail: `${either}, not both` },
    });
    expect(await bulk({ ids: Array.from({ length: 1_001 }, () => ann) })).toMatchObject({
      status: 400,
      body: { detail: 'You can only pass 1000 ids in one call' },
    });
  });

  it('keeps the person when asked to', async () => {
    const id = await person('ann');
    expect(
      (await scene.api.call('DELETE', `${scene.root}${id}/?keep_person=true&delete_events=true`))
        .status,
    ).toBe(202);
    expect((await scene.api.call('GET', `${scene.root}${id}/`)).status).toBe(200);
  });
});
