import type { ExportDestination } from '@tidemark/contracts';
import { destinationSchema } from '@tidemark/contracts';
import type { SealedBox } from '@tidemark/platform';
import type { ClaimedRun } from '@tidemark/postgres';
import { ExportRejectedError } from '../errors';
import type { RunFiles } from '../files/file-names';
import { openFileTarget } from './file-target';
import { openS3Target } from './s3-target';
import type { ExportTarget } from './target';

export interface DestinationDeps {
  /** Null if the operator configured no directory. */
  readonly rootDir: string | null;
  readonly allowPrivateEndpoints: boolean;
  /** Whether credentials and rows may be sent without TLS. */
  readonly allowHttpEndpoints: boolean;
  /** Null if the operator configured no key. */
  readonly secrets: SealedBox | null;
}

/** The configured destination with its secrets. @throws ExportRejectedError when it cannot be used */
export function readDestination(
  { batchExport: { id, destination } }: ClaimedRun,
  box: SealedBox | null,
): ExportDestination {
  const { type, config, secrets } = destination;
  let opened: object = {};
  if (secrets !== null) {
    if (box === null)
      throw new ExportRejectedError('This server has no key for stored credentials.');
    try {
      opened = Object(JSON.parse(box.open(secrets, id))) as object;
    } catch (cause) {
      throw new ExportRejectedError(
        'The stored credentials cannot be read with the key of this server. Set them again.',
        { cause },
      );
    }
  }
  const parsed = destinationSchema.safeParse({ type, config: { ...config, ...opened } });
  if (!parsed.success) {
    throw new ExportRejectedError('The stored configuration is not valid. Set it again.');
  }
  return parsed.data;
}

/** @throws ExportRejectedError or DestinationUnavailableError */
export async function openTarget(
  destination: ExportDestination,
  projectId: number,
  files: RunFiles,
  deps: DestinationDeps,
): Promise<ExportTarget> {
  if (destination.type === 'S3') {
    return openS3Target(destination.config, files, deps);
  }
  if (deps.rootDir === null) {
    throw new ExportRejectedError('This server has no directory for exports (EXPORT_ROOT_DIR).');
  }
  return openFileTarget(deps.rootDir, projectId, files);
}
