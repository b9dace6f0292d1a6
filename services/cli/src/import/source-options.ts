import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { HttpDeps, ImportSource, SourceKind } from '@tidemark/import-runs';
import {
  fileReading,
  openAmplitudeSource,
  openBucketFiles,
  openFileSource,
  openLocalFiles,
  openMixpanelSource,
  openPostHogSource,
} from '@tidemark/import-runs';
import type { CsvMapping } from '@tidemark/importers';
import { readCsvMapping } from '@tidemark/importers';
import { plainMessage } from '@tidemark/platform';
import { z } from 'zod';
import { checked } from '../arguments';
import type { Environment } from '../config';
import { CommandError, EXIT } from '../exit-codes';

export interface SourceOptions {
  readonly address?: string;
  readonly key?: string;
  readonly sourceProject?: string;
  readonly files?: string;
  readonly region?: string;
  readonly mapping?: string;
  readonly from?: string;
  readonly to?: string;
}

const address = z.object({ address: z.url({ protocol: /^https?$/ }) });

/** @throws CommandError, ImportSourceError */
export function openImportSource(
  kind: SourceKind,
  options: SourceOptions,
  env: Environment,
  http: HttpDeps,
  signal: AbortSignal,
): Promise<ImportSource> {
  if (options.files !== undefined) {
    return openFiles(kind, options.files, options, env, http, signal);
  }
  if (kind === 'mixpanel') return Promise.resolve(openMixpanel(options, env, http));
  if (kind === 'amplitude') return Promise.resolve(openAmplitude(options, env, http));
  if (kind !== 'posthog') {
    throw new CommandError(
      `--files is missing: give the files that ${kind} has exported`,
      EXIT.usage,
    );
  }
  return Promise.resolve(openPostHog(options, env, http, signal));
}

function openPostHog(
  options: SourceOptions,
  env: Environment,
  http: HttpDeps,
  signal: AbortSignal,
): ImportSource {
  const given = { address: options.address ?? '' };
  const { address: url } = checked(address, given, { address: '--address or --files' });
  const key = options.key ?? env['IMPORT_SOURCE_KEY'];
  if (key === undefined || key === '') {
    throw new CommandError(
      'the personal key of the source is missing: set IMPORT_SOURCE_KEY, or give --key',
      EXIT.usage,
    );
  }
  const projectId = options.sourceProject;
  if (projectId === undefined) {
    throw new CommandError('--source-project is missing: its id in the source', EXIT.usage);
  }
  return openPostHogSource(http, { url: new URL(url), key, projectId }, signal);
}

const DAY_MS = 86_400_000;
const days = z
  .object({ address: z.url({ protocol: /^https?$/ }), from: z.iso.date(), to: z.iso.date() })
  .refine(({ from, to }) => from <= to, { path: ['to'], message: 'it is before --from' });

/** The address and days of a source that is read day by day, and its two-part credential. */
function readDays(options: SourceOptions, env: Environment, standard: string) {
  const yesterday = new Date(Date.now() - DAY_MS).toISOString().slice(0, 10);
  const { address, from, to } = checked(
    days,
    {
      address: options.address ?? standard,
      from: options.from ?? '',
      to: options.to ?? yesterday,
    },
    { address: '--address', from: '--from', to: '--to' },
  );
  const user = env['IMPORT_SOURCE_USER'] ?? '';
  const secret = env['IMPORT_SOURCE_KEY'] ?? '';
  if (user !== '' && secret !== '') return { url: new URL(address), from, to, user, secret };
  throw new CommandError(
    'the credential of the source is missing: set IMPORT_SOURCE_USER and IMPORT_SOURCE_KEY, or give --files',
    EXIT.usage,
  );
}

function openMixpanel(options: SourceOptions, env: Environment, http: HttpDeps): ImportSource {
  const given = readDays(options, env, 'https://data.mixpanel.com');
  const projectId = options.sourceProject;
  if (projectId === undefined) {
    throw new CommandError('--source-project is missing: its id in the source', EXIT.usage);
  }
  return openMixpanelSource(http, { ...given, projectId });
}

function openAmplitude(options: SourceOptions, env: Environment, http: HttpDeps): ImportSource {
  const { user: key, ...given } = readDays(options, env, 'https://amplitude.com');
  return openAmplitudeSource(http, { ...given, key });
}

function openFiles(
  kind: SourceKind,
  files: string,
  options: SourceOptions,
  env: Environment,
  http: HttpDeps,
  signal: AbortSignal,
): Promise<ImportSource> {
  const isBucket = /^(?:s3|https?):\/\//.test(files);
  const { AWS_ACCESS_KEY_ID: access, AWS_SECRET_ACCESS_KEY: secret } = env;
  const credential =
    access === undefined || secret === undefined
      ? null
      : { access_key: access, access_secret: secret };
  const mapping = kind === 'csv' ? readMapping(options.mapping) : null;
  return openFileSource(
    {
      ...fileReading(kind, mapping),
      key: `${kind} ${isBucket ? files : resolve(files)}`,
      settings: { files },
      open: () =>
        isBucket
          ? openBucketFiles(files, credential, { ...http, region: options.region, signal })
          : openLocalFiles(files),
      hasDefinitions: kind === 'posthog',
    },
    signal,
  );
}

/** @throws CommandError */
function readMapping(path: string | undefined): CsvMapping {
  if (path === undefined) {
    throw new CommandError(
      '--mapping is missing: a file that says what the columns are',
      EXIT.usage,
    );
  }
  try {
    return readCsvMapping(JSON.parse(readFileSync(path, 'utf8')));
  } catch (error) {
    throw new CommandError(`--mapping ${path}: ${plainMessage(error)}`, EXIT.usage);
  }
}
