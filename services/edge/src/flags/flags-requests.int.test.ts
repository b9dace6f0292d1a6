import { runInNewContext } from 'node:vm';
import { PROJECT_TOKEN } from '../test-support/edge-fixture';
import { flagsScene } from '../test-support/flags-scene';

describe('requests of flags', () => {
  const { edge, post } = flagsScene();

  const malformed =
    'Failed to decode request: invalid JSON. Please check your request format and try again.';

  it.each([
    ['/decide?v=1', { featureFlags: [] }],
    ['/decide?v=2', { featureFlags: {} }],
    [
      '/decide?v=3',
      { featureFlags: {}, featureFlagPayloads: {}, errorsWhileComputingFlags: false },
    ],
    ['/decide?v=4', { flags: {}, errorsWhileComputingFlags: false }],
    ['/flags?v=1', { featureFlags: {}, featureFlagPayloads: {}, errorsWhileComputingFlags: false }],
    ['/flags?v=2', { flags: {}, errorsWhileComputingFlags: false }],
  ])('serves GET %s in the shape of its version, with no flags', async (path, shape) => {
    const body = (await (await fetch(edge().url + path)).json()) as Record<string, unknown>;
    const { featureFlags, featureFlagPayloads, errorsWhileComputingFlags, flags } = body;
    const found = { featureFlags, featureFlagPayloads, errorsWhileComputingFlags, flags };
    expect(JSON.parse(JSON.stringify(found))).toEqual(shape);
  });

  it('rejects other methods', async () => {
    for (const path of ['/flags/', '/decide/?v=3']) {
      const get = await fetch(edge().url + path);
      expect(get.status).toBe(200);
      expect(await get.json()).toMatchObject({
        supportedCompression: ['gzip', 'gzip-js', 'lz64'],
        config: { enable_collect_everything: true },
        toolbarParams: {},
        isAuthenticated: false,
        sessionRecording: false,
      });
      const head = await fetch(edge().url + path, { method: 'HEAD' });
      expect([head.status, await head.text()]).toEqual([200, '']);
      const put = await fetch(edge().url + path, { method: 'PUT', body: '{}' });
      expect([put.status, put.headers.get('allow')]).toEqual([405, 'GET, POST, OPTIONS, HEAD']);
      const preflight = await fetch(edge().url + path, {
        method: 'OPTIONS',
        headers: { origin: 'https://a.example', 'access-control-request-method': 'POST' },
      });
      expect(preflight.status).toBe(200);
      expect(preflight.headers.get('access-control-allow-origin')).toBe('https://a.example');
      expect(preflight.headers.get('access-control-allow-methods')).toBe('GET,POST,OPTIONS,HEAD');
    }
  });

  it.each<[unknown, number, unknown]>([
    [
      {},
      401,
      {
        type: 'authentication_error',
        code: 'not_authenticated',
        detail: 'No API token provided. Please include a valid API token in your request.',
        attr: null,
      },
    ],
    [
      { token: 'phc_nobody' },
      401,
      {
        type: 'authentication_error',
        code: 'authentication_failed',
        detail:
          'The provided API key is invalid or has expired. Please check your API key and try again.',
        attr: null,
      },
    ],
    [
      { token: PROJECT_TOKEN },
      400,
      'The distinct_id field is missing from the request. Please include a valid identifier.',
    ],
    [{ token: PROJECT_TOKEN, distinct_id: {} }, 400, malformed],
    ['nope!', 400, malformed],
  ])('rejects %j', async (body, status, expected) => {
    const response = await post('/flags/?v=2', body, { origin: 'https://a.example' });
    const text = await response.text();
    expect(response.status).toBe(status);
    expect(typeof expected === 'string' ? text : JSON.parse(text)).toEqual(expected);
    expect(response.headers.get('access-control-allow-origin')).toBe('https://a.example');
    expect((await post('/decide/?v=3', body)).status).toBe(status);
  });

  it('rejects a body over 2 MiB, naming the limit', async () => {
    const response = await post('/flags/?v=2', Buffer.alloc(2 * 1024 * 1024 + 1, 0x20));
    expect(response.status).toBe(413);
    expect(await response.text()).toContain('2097152');
  });

  it('returns the remote configuration of SDKs', async () => {
    const response = await fetch(`${edge().url}/array/${PROJECT_TOKEN}/config`);
    const config = (await response.json()) as object;
    expect(config).toMatchObject({
      token: PROJECT_TOKEN,
      hasFeatureFlags: true,
      supportedCompression: ['gzip', 'gzip-js', 'lz64'],
      autocapture_opt_out: false,
    });
    const script = await fetch(`${edge().url}/array/${PROJECT_TOKEN}/config.js`);
    expect(script.headers.get('content-type')).toBe('application/javascript');
    const window = {};
    runInNewContext(await script.text(), { window });
    // The comparison uses JSON texts, because objects of another context are never equal to ours.
    expect(JSON.parse(JSON.stringify(window))).toEqual({
      _POSTHOG_REMOTE_CONFIG: { [PROJECT_TOKEN]: { config, siteApps: [] } },
    });
    expect((await fetch(`${edge().url}/array/phc_nobody/config`)).status).toBe(404);
  });
});
