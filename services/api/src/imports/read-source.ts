import type { z } from 'zod';
import type { importCreateSchema, importFileSchema } from '@tidemark/contracts';
import type { CsvMapping } from '@tidemark/importers';
import { CsvMappingError, readCsvMapping } from '@tidemark/importers';
import {
  checkUpload,
  ImportSourceError,
  postHogSourceName,
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

/** An import of a project by its address. Nothing is requested yet. @throws ApiError 400 */
export function importOfAddress(
  { guard, allowHttp, secrets }: SourcePolicy,
  { address, project, key }: z.output<typeof importCreateSchema>,
): NewBackgroundImport {
  const url = new URL(address);
  const reject = (message: string) => validationError('invalid_input', message, 'address');
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    throw reject('Give the address without a name, a password and a query.');
  }
  if (url.protocol !== 'https:' && !allowHttp)
    throw reject('The address must begin with https://.');
  try {
    guard.check(url);
  } catch (error) {
    throw error instanceof OutboundRejectedError ? reject(error.message) : error;
  }
  if (secrets === null) {
    const message = 'This server has no key to store credentials with.';
    throw validationError('invalid_input', message, 'key');
  }
  const { kind: source, key: sourceKey, settings } = postHogSourceName({ url, projectId: project });
  return {
    ...{ source, sourceKey, settings, file: null },
    seal: (runId) => secrets.seal(key, importSecretContext(runId)),
  };
}

/** An import of an uploaded file, whose first record is read. @throws ApiError 400 */
export async function importOfFile(
  { source, mapping: given, file }: z.output<typeof importFileSchema>,
  signal: AbortSignal,
): Promise<NewBackgroundImport> {
  const { fileName, bytes } = file;
  const mapping = readMapping(source, given);
  try {
    await checkUpload({ kind: source, fileName, mapping, bytes }, signal);
  } catch (error) {
    if (error instanceof ImportSourceError || error instanceof WarehouseSourceError) {
      throw validationError('invalid_input', error.message, 'file');
    }
    throw error;
  }
  return {
    source,
    sourceKey: uploadKey(source, file, mapping),
    settings: {
      ...{ file: fileName, bytes: bytes.length },
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
      throw validationError('invalid_input', 'The mapping is no JSON.', 'mapping');
    }
    if (!(error instanceof CsvMappingError)) throw error;
    throw validationError('invalid_input', error.message, 'mapping');
  }
}
