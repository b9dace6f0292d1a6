import { createFeatureFlagRepository } from '@tidemark/postgres';
import { createPersonPropertiesCache } from '@tidemark/redis';
import { createIsolatedStores } from '@tidemark/testing';
import type { EdgeFixture } from '../test-support/edge-fixture';
import { PROJECT_TOKEN, startEdgeFixture } from '../test-support/edge-fixture';

/** Google's DNS resolver, which every database locates in the United States. */
const IN_THE_US = '8.8.8.8';

describe('flags by the location of the request', () => {
  let edge: EdgeFixture;

  const createCountryFlag = async (key: string, country: string): Promise<void> => {
    const condition = { key: '$geoip_country_code', type: 'person', operator: 'exact' };
    const filters = {
      groups: [{ properties: [{ ...condition, value: country }], rollout_percentage: 100 }],
    };
    const repository = createFeatureFlagRepository(edge.database);
    const saved = await repository.create(1, 1, { key, filters });
    if (saved.outcome !== 'saved') throw new Error(saved.outcome);
  };
  /** Returns the countries whose flags are on. */
  const countries = async (
    headers: Record<string, string>,
    more: object = {},
  ): Promise<string[]> => {
    const response = await fetch(`${edge.url}/flags/?v=2`, {
      method: 'POST',
      body: JSON.stringify({ token: PROJECT_TOKEN, distinct_id: 'u1', ...more }),
      headers: { 'content-type': 'application/json', ...headers },
    });
    expect(response.status).toBe(200);
    const { flags } = (await response.json()) as { flags: Record<string, { enabled: boolean }> };
    return Object.keys(flags).filter((key) => flags[key]?.enabled);
  };

  beforeAll(async () => {
    edge = await startEdgeFixture(await createIsolatedStores());
    for (const country of ['US', 'NO', 'DE']) await createCountryFlag(country, country);
    await createPersonPropertiesCache(edge.redis).fill(1, [
      {
        distinct_id: 'german',
        person_id: 'p',
        properties: { $geoip_country_code: 'DE' },
        version: 1,
      },
    ]);
  });
  afterAll(() => edge.stop());

  it.each([
    [{ 'x-forwarded-for': IN_THE_US }],
    [{ 'x-forwarded-for': ` ${IN_THE_US}:4711 , 10.0.0.1` }],
    [{ http_x_forwarded_for: IN_THE_US }],
    [{ 'x-forwarded-for': '127.0.0.1', http_x_forwarded_for: IN_THE_US }],
    [{ 'x-forwarded-for': IN_THE_US, http_x_forwarded_for: 'nonsense' }],
  ])('come from %j', async (headers) => {
    expect(await countries(headers)).toEqual(['US']);
  });

  it.each([
    [{}],
    [{ 'x-forwarded-for': 'nonsense' }],
    [{ 'x-forwarded-for': '127.0.0.1' }],
    [{ 'x-forwarded-for': IN_THE_US, http_x_forwarded_for: '127.0.0.1' }],
  ])('know no place from %j', async (headers) => {
    expect(await countries(headers as Record<string, string>)).toEqual([]);
  });

  describe('of a person with a stored location', () => {
    const german = { distinct_id: 'german' };
    const fromTheUs = { 'x-forwarded-for': IN_THE_US };

    it('prefer the location of the request to the stored one', async () => {
      expect(await countries({}, german)).toEqual(['DE']);
      expect(await countries(fromTheUs, german)).toEqual(['US']);
    });

    it('prefer a property in the request to both, unless it is null', async () => {
      const said = (country: string | null) => ({
        ...german,
        person_properties: { $geoip_country_code: country },
      });
      expect(await countries(fromTheUs, said('NO'))).toEqual(['NO']);
      expect(await countries(fromTheUs, said(null))).toEqual(['US']);
    });

    it('use the stored location when the look-up is disabled', async () => {
      expect(await countries(fromTheUs, { ...german, geoip_disable: true })).toEqual(['DE']);
    });
  });
});
