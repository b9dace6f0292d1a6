import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generatePersonalApiKey, generateProjectToken } from '@tidemark/postgres';
import { plainMessage } from '@tidemark/platform';
import { z } from 'zod';

const schema = z.object({
  projectApiKey: z.string(),
  personalApiKey: z.string(),
  postgresPassword: z.string(),
  redisPassword: z.string(),
  clickhousePassword: z.string(),
  /** Encrypts the credentials of export destinations; older data directories get one. */
  exportSecretsKey: z.string().default(() => password()),
  /** Encrypts payloads of flags; older data directories get one. */
  flagSecretsKey: z.string().default(() => password()),
  /** Encrypts the secrets of authenticator apps; older data directories get one. */
  loginSecretsKey: z.string().default(() => password()),
  /** The key of the hashes of ingestion rules; older data directories get one. */
  ingestionRulesKey: z.string().default(() => password()),
  /** Signs the access tokens of users; older data directories get one. */
  jwtSecret: z.string().default(() => password()),
  /** Signs the jobs that services send to each other. */
  serviceSecret: z.string().default(() => password()),
});

export type Secrets = z.infer<typeof schema>;

/**
 * Returns the keys and passwords of a data directory, which the first start creates. Keys from the operator replace
 * the stored ones permanently.
 *
 * @throws Error with one line if the file is damaged
 */
export function loadSecrets(
  dataDir: string,
  given: { readonly projectApiKey?: string; readonly personalApiKey?: string },
): Secrets {
  const path = join(dataDir, 'secrets.json');
  const stored = existsSync(path) ? readSecrets(path) : generateSecrets();
  const secrets: Secrets = { ...stored, ...given };
  const unfinished = `${path}.new`;
  writeFileSync(unfinished, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 });
  renameSync(unfinished, path);
  return secrets;
}

function readSecrets(path: string): Secrets {
  try {
    return schema.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch (error) {
    const reason =
      error instanceof SyntaxError || error instanceof z.ZodError
        ? 'the file is damaged'
        : plainMessage(error);
    throw new Error(
      `${path} cannot be read: ${reason}. Restore it from a backup: the passwords of the stores are in it. Deleting DATA_DIR is a factory reset and deletes all data.`,
      { cause: error },
    );
  }
}

function password(): string {
  return randomBytes(24).toString('base64url');
}

function generateSecrets(): Secrets {
  return {
    projectApiKey: generateProjectToken(),
    personalApiKey: generatePersonalApiKey(),
    postgresPassword: password(),
    redisPassword: password(),
    clickhousePassword: password(),
    exportSecretsKey: password(),
    flagSecretsKey: password(),
    loginSecretsKey: password(),
    ingestionRulesKey: password(),
    jwtSecret: password(),
    serviceSecret: password(),
  };
}
