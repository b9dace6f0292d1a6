import { get } from 'node:http';
import { createMetrics } from './metrics';
import { metricsOnPort, startMetricsServer } from './metrics-server';

const statusOf = (url: string): Promise<number | string | undefined> =>
  new Promise((resolve) => {
    get(url, (response) => {
      response.resume();
      resolve(response.statusCode);
    }).on('error', (error: NodeJS.ErrnoException) => resolve(error.code));
  });

it('metrics are not served on a port that other machines can reach', () => {
  for (const HOST of ['127.0.0.1', '127.8.8.8', '::1', 'localhost']) {
    expect(metricsOnPort({ HOST })).toBe(true);
    expect(metricsOnPort({ HOST, METRICS_PORT: 0 })).toBe(false);
  }
  for (const HOST of ['0.0.0.0', '::', '10.0.0.1', '127.0.0.1.example.com', 'edge']) {
    expect(metricsOnPort({ HOST })).toBe(false);
  }
});

it('a separate port for metrics is on loopback unless an address is set', async () => {
  const internal = await startMetricsServer(createMetrics('a'), 0);
  const named = await startMetricsServer(createMetrics('b'), 0, '127.0.0.2');
  try {
    expect(await statusOf(`http://127.0.0.1:${internal.port}/metrics`)).toBe(200);
    expect(await statusOf(`http://127.0.0.2:${internal.port}/metrics`)).toBe('ECONNREFUSED');
    expect(await statusOf(`http://127.0.0.2:${named.port}/metrics`)).toBe(200);
    expect(await statusOf(`http://127.0.0.2:${named.port}/_readyz`)).toBe(404);
  } finally {
    await Promise.all([internal.close(), named.close()]);
  }
});
