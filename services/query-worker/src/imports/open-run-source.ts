import type { HttpDeps, ImportSource, SourceKind } from '@tidemark/import-runs';
import {
  ImportSourceError,
  openAddressSource,
  openUploadSource,
  SOURCE_KINDS,
  storedAddress,
} from '@tidemark/import-runs';
import { readCsvMapping } from '@tidemark/importers';
import type { SealedBox } from '@tidemark/platform';
import { importSecretContext } from '@tidemark/platform';
import type { ImportFiles, ImportRun } from '@tidemark/postgres';
import { z } from 'zod';

export interface RunSourceDeps {
  readonly http: HttpDeps;
  readonly files: ImportFiles;
  /** Null if the operator configured no key. */
  readonly secrets: SealedBox | null;
}

const addressSettings = z.object({ address: z.url() });
const fileSettings = z.object({
  file: z.string(),
  /** The files, if several were uploaded. */
  parts: z.array(z.object({ name: z.string(), bytes: z.int() })).optional(),
  mapping: z.unknown().optional(),
});

/** The source of a run that was started by the API. @throws ImportSourceError */
export async function openRunSource(
  deps: RunSourceDeps,
  run: ImportRun,
  sealed: string | null,
  signal: AbortSignal,
): Promise<ImportSource> {
  if (addressSettings.safeParse(run.settings).success) {
    const credential = openSecret(deps.secrets, run.id, sealed);
    return openAddressSource(deps.http, storedAddress(run.source, run.settings, credential));
  }
  const { file: name, parts, mapping = null } = fileSettings.parse(run.settings);
  const { pieceBytes } = deps.files;
  return openUploadSource(
    {
      kind: kindOf(run.source),
      parts: parts ?? [{ name, bytes: await deps.files.size(run.id) }],
      mapping: mapping === null ? null : readCsvMapping(mapping),
      file: {
        pieceBytes,
        size: () => deps.files.size(run.id),
        readPiece: (piece) => deps.files.readPiece(run.id, piece),
      },
      key: run.sourceKey,
    },
    signal,
  );
}

function kindOf(source: string): SourceKind {
  const kind = SOURCE_KINDS.find((known) => known === source);
  if (kind !== undefined) return kind;
  throw new ImportSourceError(`This version cannot read files of ${source}.`);
}

/** @throws ImportSourceError when this server cannot read it */
function openSecret(box: SealedBox | null, runId: string, sealed: string | null): string {
  if (box === null || sealed === null) {
    throw new ImportSourceError('The key of the source is missing. Start the import again.');
  }
  try {
    return box.open(sealed, importSecretContext(runId));
  } catch (cause) {
    throw new ImportSourceError(
      'The key of the source cannot be read with the key of this server. Start the import again.',
      { cause },
    );
  }
}
