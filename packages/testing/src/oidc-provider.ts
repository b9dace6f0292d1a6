import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** An OpenID Connect provider that runs as a separate process. */
export interface OidcProvider {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  stop(): Promise<void>;
}

const PROGRAM = join(__dirname, '..', 'processes', 'oidc-provider.mjs');

/**
 * Starts an OpenID Connect provider on a free port. Its sign-in page accepts any account (see
 * `processes/oidc-provider.mjs`).
 */
export async function startOidcProvider(): Promise<OidcProvider> {
  const child = spawn(process.execPath, [PROGRAM], { stdio: ['ignore', 'pipe', 'pipe'] });
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk.toString();
  });
  const lines = createInterface({ input: child.stdout });
  const issuer = await new Promise<string>((resolve, reject) => {
    lines.on('line', (line) => {
      if (line.startsWith('http://')) resolve(line);
    });
    child.once('exit', () => reject(new Error(`the provider did not start:\n${errors}`)));
  });
  return {
    issuer,
    clientId: 'tidemark',
    clientSecret: 'a secret of the tests',
    async stop() {
      const gone = once(child, 'exit');
      child.kill();
      await gone;
    },
  };
}
