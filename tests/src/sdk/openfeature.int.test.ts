import { OFREPProvider } from '@openfeature/ofrep-provider';
import type { Client } from '@openfeature/server-sdk';
import { OpenFeature } from '@openfeature/server-sdk';
import type { SharedProject } from '../test-support/shared-project';
import { sharedProject } from '../test-support/shared-project';

const everyone = { groups: [{ properties: [], rollout_percentage: 100 }] };
const nobody = { groups: [{ properties: [], rollout_percentage: 0 }] };
const multivariate = { variants: [{ key: 'blue', rollout_percentage: 100 }] };

describe('the official OpenFeature SDK with its OFREP provider, unmodified', () => {
  let product: SharedProject;
  let client: Client;

  beforeAll(async () => {
    product = await sharedProject('OpenFeature');
    const { api } = product;
    const pros = [{ key: 'plan', type: 'person', operator: 'exact', value: 'pro' }];
    const flags = [
      { key: 'on', filters: everyone },
      { key: 'off', filters: nobody },
      { key: 'for-pros', filters: { groups: [{ properties: pros }] } },
      { key: 'color', filters: { ...everyone, multivariate } },
      { key: 'no-color', filters: { ...nobody, multivariate } },
      {
        key: 'settings',
        filters: { ...everyone, payloads: { true: '{"limit":3}' } },
        is_remote_configuration: true,
      },
      {
        key: 'limit',
        filters: { ...everyone, payloads: { true: '7' } },
        is_remote_configuration: true,
      },
    ];
    for (const flag of flags) {
      expect(
        (await api.post(`/api/projects/${product.projectId}/feature_flags/`, flag)).status,
      ).toBe(201);
    }
    const provider = new OFREPProvider({
      baseUrl: product.url,
      headers: [['Authorization', `Bearer ${product.projectApiKey}`]],
    });
    await OpenFeature.setProviderAndWait(provider);
    client = OpenFeature.getClient();
    client.setContext({ targetingKey: 'user-1' });
  });
  afterAll(async () => {
    await OpenFeature.close();
  });

  it('reads booleans, with reasons', async () => {
    expect(await client.getBooleanDetails('on', false)).toMatchObject({
      value: true,
      reason: 'STATIC',
    });
    expect(await client.getBooleanDetails('off', true)).toMatchObject({
      value: false,
      reason: 'DEFAULT',
    });
  });

  it('evaluates attributes of the context', async () => {
    expect(await client.getBooleanValue('for-pros', false)).toBe(false);
    expect(await client.getBooleanDetails('for-pros', false, { plan: 'pro' })).toMatchObject({
      value: true,
      reason: 'TARGETING_MATCH',
    });
  });

  it('reads variants as text, and payloads with their types', async () => {
    expect(await client.getStringDetails('color', 'red')).toMatchObject({
      value: 'blue',
      variant: 'blue',
      reason: 'SPLIT',
    });
    expect(await client.getStringValue('no-color', 'red')).toBe('red');
    expect(await client.getObjectValue('settings', {})).toEqual({ limit: 3 });
    expect(await client.getNumberValue('limit', 0)).toBe(7);
  });

  it('gets a clear error', async () => {
    expect(await client.getBooleanDetails('gone', true)).toMatchObject({
      value: true,
      errorCode: 'FLAG_NOT_FOUND',
    });
    expect(await client.getBooleanDetails('on', false, { targetingKey: '' })).toMatchObject({
      value: false,
      errorCode: 'TARGETING_KEY_MISSING',
    });
    expect(await client.getStringDetails('on', 'x')).toMatchObject({
      value: 'x',
      errorCode: 'TYPE_MISMATCH',
    });
  });
});
