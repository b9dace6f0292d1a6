import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { REPOSITORY } from '../test-support/standalone';

const run = promisify(execFile);

/**
 * Loads the modules that all services share, starts tracing as configured, and prints which OpenTelemetry modules were
 * loaded. The API package is excluded: prom-client needs it, and it does nothing by itself.
 */
const SCRIPT = `
const { createLogger, inSpan, isTracing, startTracing } = require(process.argv[1]);
startTracing('test', {}, createLogger('test', 'silent'))
  .then(() => inSpan('asked', { kind: 'server' }, async () => isTracing()))
  .then((traced) => {
    const loaded = Object.keys(require.cache).filter((file) => /@opentelemetry\\/(?!api)/.test(file));
    process.stdout.write(JSON.stringify({ traced, loaded }));
  });
`;

it('loads no OpenTelemetry SDK if no endpoint is configured', async () => {
  const platform = join(REPOSITORY, 'packages', 'platform', 'dist');
  const { stdout } = await run('node', ['-e', SCRIPT, platform]);
  expect(JSON.parse(stdout)).toEqual({ traced: false, loaded: [] });
});
