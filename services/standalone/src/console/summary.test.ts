import { baseUrl, summary } from './summary';

describe('summary', () => {
  const text = summary({
    host: '0.0.0.0',
    port: 8000,
    metricsPort: 9000,
    dataDir: '/data',
    projectApiKey: 'phc_a',
    personalApiKey: 'phx_b',
    showsPersonalKey: true,
    hasConsole: true,
    setupToken: 'tmu_c',
  });

  it('has commands that send an event and a query', () => {
    const bodies = [...text.matchAll(/^ {2}curl .* -d '(.*)'$/gm)].map(
      (match) => JSON.parse(match[1]!) as unknown,
    );
    expect(bodies).toEqual([
      { api_key: 'phc_a', event: 'hello', distinct_id: 'first-user' },
      {
        query: { kind: 'HogQLQuery', query: expect.stringContaining('from events') },
        refresh: 'force_blocking',
      },
    ]);
    expect(text).toContain('Bearer phx_b');
    expect(text).toContain('http://127.0.0.1:9000/metrics');
    expect(text).toContain('Set a password    http://127.0.0.1:8000/setup#token=tmu_c ');
  });

  it('names the file of the personal key after the key was shown', () => {
    const later = summary({
      host: '127.0.0.1',
      port: 8000,
      metricsPort: 9000,
      dataDir: '/data',
      projectApiKey: 'phc_a',
      personalApiKey: 'phx_b',
      showsPersonalKey: false,
      hasConsole: true,
      setupToken: null,
    });
    expect(later).not.toContain('phx_b');
    expect(later).toContain('Console           http://127.0.0.1:8000/\n');
    expect(later).not.toContain('/setup');
    expect(later).toContain('/data/secrets.json');
    expect(later).toContain('Bearer $PERSONAL_API_KEY');
    expect(later).toContain('export PERSONAL_API_KEY=$(node -p');
  });
});

it('has no line for the console if it is not served', () => {
  const text = summary({
    host: '127.0.0.1',
    port: 8000,
    metricsPort: 9000,
    dataDir: '/data',
    projectApiKey: 'phc_a',
    personalApiKey: 'phx_b',
    showsPersonalKey: false,
    hasConsole: false,
    setupToken: 'tmu_c',
  });
  expect(text).not.toMatch(/Console|tmu_c/);
});

describe('baseUrl', () => {
  it.each([
    ['127.0.0.1', 'http://127.0.0.1:1'],
    ['0.0.0.0', 'http://127.0.0.1:1'],
    ['::', 'http://127.0.0.1:1'],
    ['::1', 'http://[::1]:1'],
    ['example.org', 'http://example.org:1'],
  ])('%s: %s', (host, url) => {
    expect(baseUrl(host, 1)).toBe(url);
  });
});
