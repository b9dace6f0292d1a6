import type { z } from 'zod';
import type { importCreateSchema, importFileSchema } from '@tidemark/contracts';
import type { CsvMapping } from '@tidemark/importers';
import { CsvMappingError, readCsvMapping } from '@tidemark/importers';
import type { SourceAddress } from '@tidemark/import-runs';
import {
  addressSourceName,
  checkUpload,
  credentialText,
  daysProblem,
  ImportSourceError,
  lastWholeDay,
  partNames,
  STANDARD_ADDRESSES,
  uploadKey,
} from '@tidemark/import-runs';
import type { OutboundGuard, SealedBox } from '@tidemark/platform';
import { importSecretContext, OutboundRejectedError, validationError } from '@tidemark/platform';
import type { NewBackgroundImport } from '@tidemark/postgres';
import { WarehouseSourceError } from '@tidemark/warehouse';

export interface SourcePolicy {
  readonly guard: OutboundGuard;
  /** Plain HTTP, for servers in private networks. */
  readonly allowHttp: boolean;
  /** Null: the operator set no key, so no credentials are taken in. */
  readonly secrets: SealedBox | null;
}

type ImportCreate = z.output<typeof importCreateSchema>;

/**
 * An import of a project by its address. Nothing is requested yet.
 *
 * @param now wall clock, ms since the epoch
 * @throws ApiError 400
 */
export function importOfAddress(
  policy: SourcePolicy,
  body: ImportCreate,
  now: number,
): NewBackgroundImport {
  const address = sourceAddress(policy, body, now);
  const { secrets } = policy;
  if (secrets === null) {
    const message = 'This server has no key to store credentials with.';
    throw validationError('invalid_input', message, 'key');
  }
  const { kind: source, key: sourceKey, settings } = addressSourceName(address);
  return {
    ...{ source, sourceKey, settings, file: null },
    seal: (runId) => secrets.seal(credentialText(address), importSecretContext(runId)),
  };
}

function sourceAddress(policy: SourcePolicy, body: ImportCreate, now: number): SourceAddress {
  if (body.source === 'posthog') {
    const { source, project: projectId, key } = body;
    return { source, url: checkedUrl(policy, body.address), projectId, key };
  }
  const { from, to = lastWholeDay(now), user, key: secret } = body;
  const problem = daysProblem({ from, to });
  if (problem !== null) throw validationError('invalid_input', problem, 'to');
  const url = checkedUrl(policy, body.address ?? STANDARD_ADDRESSES[body.source]);
  return body.source === 'mixpanel'
    ? {
        ...{ source: body.source, url, projectId: body.project, user, secret, from, to },
        timeZone: body.time_zone,
      }
    : { source: body.source, url, key: user, secret, from, to };
}

/** @throws ApiError 400 for an address that the installation does not allow */
function checkedUrl({ guard, allowHttp }: SourcePolicy, address: string): URL {
  const url = new URL(address);
  const reject = (message: string) => validationError('invalid_input', message, 'address');
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    throw reject('Give the address without a name, a password and a query.');
  }
  if (url.protocol !== 'https:' && !allowHttp) {
    throw reject('The address must begin with https://.');
  }
  try {
    guard.check(url);
  } catch (error) {
    throw error instanceof OutboundRejectedError ? reject(error.message) : error;
  }
  return url;
}

/** An import of uploaded files; the first record of each is read. @throws ApiError 400 */
export async function importOfFiles(
  { source, mapping: given, file: files }: z.output<typeof importFileSchema>,
  signal: AbortSignal,
): Promise<NewBackgroundImport> {
  const sorted = [...files].sort((a, b) => (a.fileName < b.fileName ? -1 : 1));
  const parts = sorted.map(({ fileName, bytes }) => ({ name: fileName, bytes: bytes.length }));
  const bytes = Buffer.concat(sorted.map((one) => one.bytes));
  const mapping = readMapping(source, given);
  try {
    await checkUpload({ kind: source, parts, mapping, bytes }, signal);
  } catch (error) {
    if (error instanceof ImportSourceError || error instanceof WarehouseSourceError) {
      throw validationError('invalid_input', error.message, 'file');
    }
    throw error;
  }
  return {
    source,
    sourceKey: uploadKey(source, parts, bytes, mapping),
    settings: {
      ...{ file: partNames(parts), bytes: bytes.length },
      ...(parts.length > 1 && { parts }),
      // As it was given: the worker reads it again.
      ...(given !== undefined && { mapping: JSON.parse(given) as unknown }),
    },
    seal: null,
    file: bytes,
  };
}

function readMapping(source: string, given: string | undefined): CsvMapping | null {
  if (source !== 'csv') {
    if (given === undefined) return null;
    throw validationError('invalid_input', 'Only a CSV has a mapping.', 'mapping');
  }
  if (given === undefined) {
    const message = 'The mapping is missing: it says what the columns are.';
    throw validationError('required', message, 'mapping');
  }
  try {
    return readCsvMapping(JSON.parse(given));
  } catch (error) {
    if (error instanceof SyntaxError) {
      throw validationError('invalid_input', 'The mapping is not valid JSON.', 'mapping');
    }
    if (!(error instanceof CsvMappingError)) throw error;
    throw validationError('invalid_input', error.message, 'mapping');
  }
}
