import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** A certificate and its private key, in PEM format. */
export interface TestCertificate {
  readonly certFile: string;
  readonly keyFile: string;
  readonly cert: Buffer;
  readonly key: Buffer;
}

/** A certificate authority that no system trusts, with a certificate for 127.0.0.1. */
export interface TestAuthority extends TestCertificate {
  readonly caFile: string;
  /** Issues another certificate, for `IP:...` or `DNS:...`. */
  issue(subjectAltName: string): Promise<TestCertificate>;
  remove(): Promise<void>;
}

/** Creates a certificate authority with the program `openssl`. */
export async function createTestAuthority(): Promise<TestAuthority> {
  const dir = await mkdtemp(join(tmpdir(), 'tidemark-tls-'));
  const openssl = (...args: readonly string[]) => run('openssl', args, { cwd: dir });
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  await openssl(
    ...['req', '-x509', ...newKey, '-days', '2', '-subj', '/CN=Authority of the tests'],
    ...['-keyout', 'ca.key', '-out', 'ca.pem'],
  );
  let issued = 0;
  const issue = async (subjectAltName: string): Promise<TestCertificate> => {
    const name = `issued-${(issued += 1)}`;
    const [csr, ext] = [`${name}.csr`, `${name}.ext`];
    const [certFile, keyFile] = [join(dir, `${name}.pem`), join(dir, `${name}.key`)];
    await openssl('req', ...newKey, '-subj', '/CN=tests', '-keyout', keyFile, '-out', csr);
    await writeFile(join(dir, ext), `subjectAltName=${subjectAltName}\n`);
    await openssl(
      ...['x509', '-req', '-in', csr, '-CA', 'ca.pem', '-CAkey', 'ca.key', '-days', '2'],
      ...['-CAcreateserial', '-extfile', ext, '-out', certFile],
    );
    return {
      certFile,
      keyFile,
      cert: await readFile(certFile),
      key: await readFile(keyFile),
    };
  };
  return {
    ...(await issue('IP:127.0.0.1')),
    caFile: join(dir, 'ca.pem'),
    issue,
    remove: () => rm(dir, { recursive: true, force: true }),
  };
}
