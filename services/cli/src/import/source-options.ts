import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { HttpDeps, ImportSource, SourceAddress, SourceKind } from '@tidemark/import-runs';
import {
  daysProblem,
  fileReading,
  lastWholeDay,
  openAddressSource,
  openBucketFiles,
  openFileSource,
  openLocalFiles,
  STANDARD_ADDRESSES,
} from '@tidemark/import-runs';
import type { CsvMapping } from '@tidemark/importers';
import { isTimeZone, readCsvMapping } from '@tidemark/importers';
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
  readonly timeZone?: string;
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
  if (options.timeZone !== undefined && !isTimeZone(options.timeZone)) {
    throw new CommandError('--time-zone: expected a name as in Europe/Berlin', EXIT.usage);
  }
  if (options.files !== undefined) {
    return openFiles(kind, options.files, options, env, http, signal);
  }
  if (kind === 'mixpanel' || kind === 'amplitude') {
    return Promise.resolve(openAddressSource(http, readDays(kind, options, env)));
  }
  if (kind !== 'posthog') {
    throw new CommandError(
      `--files is missing: give the files that ${kind} has exported`,
      EXIT.usage,
    );
  }
  return Promise.resolve(openAddressSource(http, readPostHog(options, env)));
}

function readPostHog(options: SourceOptions, env: Environment): SourceAddress {
  const given = { address: options.address ?? '' };
  const { address: url } = checked(address, given, { address: '--address or --files' });
  const key = options.key ?? env['IMPORT_SOURCE_KEY'];
  if (key === undefined || key === '') {
    throw new CommandError(
      'the personal key of the source is missing: set IMPORT_SOURCE_KEY, or give --key',
      EXIT.usage,
    );
  }
  return { source: 'posthog', url: new URL(url), key, projectId: requiredProject(options) };
}

const days = z
  .object({ address: z.url({ protocol: /^https?$/ }), from: z.iso.date(), to: z.iso.date() })
  .superRefine(({ from, to }, context) => {
    const message = daysProblem({ from, to });
    if (message !== null) context.addIssue({ code: 'custom', path: ['to'], message });
  });

/** Reads the address of a source that is read by day, and its credential of two parts. */
function readDays(
  source: 'mixpanel' | 'amplitude',
  options: SourceOptions,
  env: Environment,
): SourceAddress {
  const given = {
    address: options.address ?? STANDARD_ADDRESSES[source],
    from: options.from ?? '',
    to: options.to ?? lastWholeDay(Date.now()),
  };
  const names = { address: '--address', from: '--from', to: '--to' };
  const { address: url, ...range } = checked(days, given, names);
  const user = env['IMPORT_SOURCE_USER'] ?? '';
  const secret = env['IMPORT_SOURCE_KEY'] ?? '';
  if (user === '' || secret === '') {
    throw new CommandError(
      'the credential of the source is missing: set IMPORT_SOURCE_USER and IMPORT_SOURCE_KEY, or give --files',
      EXIT.usage,
    );
  }
  const at = { ...range, url: new URL(url), secret };
  if (source === 'amplitude') return { source, ...at, key: user };
  const { timeZone } = options;
  return { source, ...at, user, projectId: requiredProject(options), timeZone };
}

function requiredProject({ sourceProject }: SourceOptions): string {
  if (sourceProject !== undefined) return sourceProject;
  throw new CommandError(
    '--source-project is missing: give the id of the project in the source',
    EXIT.usage,
  );
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
  const { timeZone } = options;
  return openFileSource(
    {
      ...fileReading(kind, mapping, timeZone),
      key: `${kind} ${isBucket ? files : resolve(files)}${timeZone === undefined ? '' : ` ${timeZone}`}`,
      settings: { files, ...(timeZone !== undefined && { time_zone: timeZone }) },
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
      '--mapping is missing: give a JSON file with the meaning of the columns',
      EXIT.usage,
    );
  }
  try {
    // Editors of Windows write a byte order mark.
    return readCsvMapping(JSON.parse(readFileSync(path, 'utf8').replace(/^\uFEFF/, '')));
  } catch (error) {
    throw new CommandError(`--mapping ${path}: ${plainMessage(error)}`, EXIT.usage);
  }
}
