import { bootstrap, createProjectRepository } from '@tidemark/postgres';
import type { RunningService } from '@tidemark/platform';
import { createIsolatedStores, waitUntil } from '@tidemark/testing';
import { start } from '.';
import type { Pipeline, StoreUrls } from './test-support/pipeline';
import { entryOf, openPipeline, workerConfig } from './test-support/pipeline';

/** Google's DNS resolver, which every database locates in the United States. */
const IN_THE_US = '8.8.8.8';

describe('locations of events', () => {
  let urls: StoreUrls;
  let pipeline: Pipeline;
  let worker: RunningService;

  beforeAll(async () => {
    urls = await createIsolatedStores();
    pipeline = await openPipeline(urls);
    await bootstrap(pipeline.database, { projectApiKey: 'phc_geo', personalApiKey: 'phx_geo' });
    await createProjectRepository(pipeline.database).update(
      { projectId: 1, userId: null },
      { anonymizeIps: true },
    );
    worker = await start(workerConfig(urls));
  });
  afterAll(async () => {
    await worker.stop();
    await pipeline.close();
  });

  /** Sends one event and returns its stored properties and those of its person. */
  const store = async (given: Parameters<typeof entryOf>[0]) => {
    const entry = entryOf(given);
    await pipeline.send(entry);
    let stored: unknown[] | undefined;
    await waitUntil(async () => {
      [stored] = await pipeline.rows(`
        SELECT properties_text, toString(person_properties)
        FROM events WHERE uuid = '${entry.uuid}'`);
      expect(stored).toBeDefined();
    });
    const [event, person] = (stored as [string, string]).map(
      (text) => JSON.parse(text) as Record<string, unknown>,
    );
    return { event: event!, person: person! };
  };

  it('are stored on the event and its person', async () => {
    const { event, person } = await store({ team_id: 2, ip: IN_THE_US });
    expect(event).toMatchObject({
      $ip: IN_THE_US,
      $geoip_country_code: 'US',
      $geoip_country_name: 'United States',
      $geoip_continent_code: 'NA',
      $geoip_time_zone: expect.stringContaining('America/'),
      $set: { $geoip_country_code: 'US', $geoip_accuracy_radius: null },
      $set_once: { $initial_geoip_country_code: 'US', $initial_geoip_accuracy_radius: null },
    });
    expect(event).not.toHaveProperty('$geoip_accuracy_radius');
    expect(person).toMatchObject({ $geoip_country_code: 'US', $initial_geoip_country_code: 'US' });
  });

  it('are stored only on the event if it is personless', async () => {
    const properties = { $process_person_profile: false };
    const { event } = await store({ team_id: 2, ip: IN_THE_US, distinct_id: 'nobody', properties });
    expect(event).toMatchObject({ $geoip_country_code: 'US' });
    expect(event).not.toHaveProperty('$set');
  });

  it('are not looked up for events with $geoip_disable', async () => {
    const properties = { $geoip_disable: true };
    const { event } = await store({ team_id: 2, ip: IN_THE_US, distinct_id: 'shy', properties });
    expect(event).toEqual({ $ip: IN_THE_US, $geoip_disable: true });
  });

  it('are stored even if the project does not store addresses', async () => {
    const { event } = await store({ team_id: 1, ip: IN_THE_US });
    expect(event).toMatchObject({ $geoip_country_code: 'US' });
    expect(event).not.toHaveProperty('$ip');
  });

  it('require a readable database: otherwise the start fails with one line', async () => {
    const config = workerConfig(urls, { GEOIP_MMDB_PATH: '/nowhere/city.mmdb' });
    await expect(start(config)).rejects.toThrow(
      /^Invalid configuration: GEOIP_MMDB_PATH: .*city\.mmdb/,
    );
  });
});
