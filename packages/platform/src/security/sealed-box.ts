import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

/** Encrypts secrets, so that only processes with the key can read them. */
export interface SealedBox {
  /** @param context identifies the owner of the secret; opening needs the same text */
  seal(plain: string, context: string): string;
  /** @throws if the text was sealed with another key, for another context, or was changed */
  open(sealed: string, context: string): string;
}

/** The context to which encrypted flag payloads of a project are bound. */
export function flagPayloadContext(projectId: number): string {
  return `feature-flag-payload:${projectId}`;
}

/** The context to which the credential of an import's source is bound. */
export function importSecretContext(runId: string): string {
  return `import-run:${runId}`;
}

const VERSION = 'v1';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts with AES-256-GCM. The key is the SHA-256 of a long random text. */
export function createSealedBox(key: string): SealedBox {
  const secret = createHash('sha256').update(key).digest();
  return {
    seal(plain, context) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv('aes-256-gcm', secret, iv).setAAD(Buffer.from(context));
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
      return `${VERSION}.${Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url')}`;
    },
    open(sealed, context) {
      const [version, text = ''] = sealed.split('.');
      const bytes = Buffer.from(text, 'base64url');
      if (version !== VERSION || bytes.length < IV_BYTES + TAG_BYTES) {
        throw new Error('Not a sealed text of this version');
      }
      const decipher = createDecipheriv('aes-256-gcm', secret, bytes.subarray(0, IV_BYTES))
        .setAAD(Buffer.from(context))
        .setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
      const body = bytes.subarray(IV_BYTES + TAG_BYTES);
      return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8');
    },
  };
}
