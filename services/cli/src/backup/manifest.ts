import { existsSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { plainIssue, plainMessage } from '@tidemark/platform';
import { z } from 'zod';
import { CommandError, EXIT } from '../exit-codes';
import { PRIVATE } from './files';

/** The format version, increased when older commands cannot read new backups. */
export const FORMAT = 1;

export const MANIFEST = 'manifest.json';

const name = z.string().min(1);

const schema = z.object({
  format: z.literal(FORMAT),
  product_version: z.string(),
  /** The time of the backup, which contains everything acknowledged before. */
  taken_at: z.iso.datetime(),
  postgres: z.object({
    server_version: z.string(),
    ledger: z.array(
      z.object({
        id: z.int(),
        name,
        checksum: z.string(),
        finished_at: z.coerce.date().nullable(),
      }),
    ),
    tables: z.array(z.object({ name, columns: z.array(name), rows: z.int() })),
    sequences: z.array(z.object({ name, lastValue: z.string().nullable() })),
  }),
  clickhouse: z.object({
    engine_version: z.string(),
    database_uuid: z.uuid(),
    ledger: z.array(z.object({ id: z.int(), name })),
    tables: z.array(z.object({ name, uuid: z.uuid(), rows: z.int() })),
  }),
  redis: z.object({ server_version: z.string(), log_events: z.int() }),
  files: z.int(),
  bytes: z.int(),
  /** SHA-256 of the list of checksums. */
  checksums: z.string(),
});

export type Manifest = z.infer<typeof schema>;

/** Writes the manifest, which is the last file: a folder without it is not a backup. */
export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  await writeFile(join(folder, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`, {
    mode: PRIVATE.file,
  });
}

/** @throws CommandError if the manifest is missing, invalid or of a newer format. */
export function readManifest(folder: string): Manifest {
  const path = join(folder, MANIFEST);
  if (!existsSync(path)) {
    throw new CommandError(
      `${folder} contains no complete backup: ${MANIFEST} is missing. Give the directory that was given to backup.`,
      EXIT.notFound,
    );
  }
  let written: unknown;
  try {
    written = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new CommandError(`${path} cannot be read: ${plainMessage(error)}`, EXIT.failed);
  }
  const format = z.object({ format: z.number() }).safeParse(written).data?.format;
  if (format !== undefined && format > FORMAT) {
    throw new CommandError(
      `the backup has format ${format}, but this version reads ${FORMAT}: use the version that created it, or a newer one`,
      EXIT.failed,
    );
  }
  const parsed = schema.safeParse(written);
  if (parsed.success) return parsed.data;
  throw new CommandError(
    `${path} is damaged: ${fieldsOf(parsed.error)}. Use another backup.`,
    EXIT.failed,
  );
}

function fieldsOf({ issues }: z.ZodError): string {
  return issues.map((issue) => `${issue.path.join('.')}: ${plainIssue(issue)}`).join('; ');
}
