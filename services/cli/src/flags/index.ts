import { readFile } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { Command } from 'commander';
import { positiveInteger } from '../arguments';
import type { Environment } from '../config';
import { CommandError, EXIT } from '../exit-codes';
import { productAddress } from '../running-address';
import type { Terminal } from '../terminal';
import { table } from '../terminal';
import type { ProjectAccess } from './flags-api';
import { readFlagKeys, uploadScan } from './flags-api';
import type { FolderScan } from './scan-folder';
import { scanFolder } from './scan-folder';

interface ReferencesOptions {
  readonly project?: number;
  readonly keyFile?: string;
  readonly url?: string;
  readonly flag?: readonly string[];
  readonly repository?: string;
  readonly revision?: string;
  readonly upload?: boolean;
  readonly json?: boolean;
}

/** `tidemark flags`: finds references to flags in code. */
export function flagsCommand(env: Environment, terminal: Terminal): Command {
  const references = new Command('references')
    .description(
      'find the places in a checkout that refer to flags, and the flags without a reference',
    )
    .argument(
      '<folder>',
      'the folder of the checkout; files that a .gitignore excludes are left out',
    )
    .option('--project <id>', 'the id of the project with the flags', positiveInteger)
    .option(
      '--key-file <path>',
      'a file with a personal API key; default: the key is read from standard input',
    )
    .option(
      '--url <address>',
      'the address of Tidemark; default: that of the one running in DATA_DIR',
    )
    .option('--flag <key...>', 'find only these flags, without reading a project')
    .option('--upload', 'store the result in the project, for the clean-up list')
    .option(
      '--repository <name>',
      'the name under which the result is stored; default: that of the folder',
    )
    .option('--revision <commit>', 'the commit of the checkout')
    .option('--json', 'print JSON')
    .action((folder: string, options: ReferencesOptions) =>
      findReferences(env, terminal, folder, options),
    );
  return new Command('flags').description('find flags in code').addCommand(references);
}

async function findReferences(
  env: Environment,
  terminal: Terminal,
  folder: string,
  options: ReferencesOptions,
): Promise<void> {
  if (options.upload === true && options.flag !== undefined) {
    throw new CommandError('--upload needs all flags of a project: leave --flag out.', EXIT.usage);
  }
  const access = options.flag === undefined ? await accessOf(env, terminal, options) : null;
  const keys = access === null ? (options.flag ?? []) : await readFlagKeys(access);
  const scan = await scanFolder(resolve(folder), new Set(keys)).catch((error: unknown) => {
    const code = (error as NodeJS.ErrnoException).code ?? '';
    if (!['ENOENT', 'ENOTDIR', 'EACCES'].includes(code)) throw error;
    throw new CommandError(`${folder} cannot be read as a folder (${code})`, EXIT.usage);
  });
  const named = new Set(scan.references.map(({ key }) => key));
  const missing = keys.filter((key) => !named.has(key)).toSorted();
  terminal.out(options.json === true ? JSON.stringify({ ...scan, missing }) : shown(scan, missing));
  if (access === null || options.upload !== true) return;
  const repository = options.repository ?? basename(resolve(folder));
  const { files, references } = scan;
  const stored = await uploadScan(access, {
    files,
    references,
    repository,
    revision: options.revision ?? '',
  });
  const left = references.length - stored;
  terminal.err(`stored as ${repository}${left > 0 ? `, without ${left} references` : ''}`);
}

function shown({ files, references, tooLarge }: FolderScan, missing: readonly string[]): string {
  const rows = references
    .toSorted((a, b) => (a.key === b.key ? 0 : a.key < b.key ? -1 : 1))
    .map(({ key, kind, path, line }) => [key, kind, `${path}:${line}`]);
  const places = rows.length === 0 ? [] : [table(['FLAG', 'KIND', 'PLACE'], rows)];
  const gone =
    missing.length === 0 ? [] : [`flags without references:`, ...missing.map((key) => `  ${key}`)];
  const unread =
    tooLarge.length === 0
      ? []
      : ['not read, because larger than 1 MB:', ...tooLarge.map((path) => `  ${path}`)];
  const count = `${references.length} references in ${files} files`;
  return [...places, count, ...unread, ...gone].join('\n');
}

async function accessOf(
  env: Environment,
  terminal: Terminal,
  { project, keyFile, url }: ReferencesOptions,
): Promise<ProjectAccess> {
  if (project === undefined) {
    throw new CommandError(
      '--project is missing: give the id of the project with the flags',
      EXIT.usage,
    );
  }
  const given = keyFile === undefined ? await terminal.input?.() : await readKey(keyFile);
  const key = given?.trim() ?? '';
  if (key === '') {
    throw new CommandError(
      'a personal API key is missing: give --key-file, or the key on standard input',
      EXIT.usage,
    );
  }
  return { url: productAddress(env, url), projectId: project, key };
}

async function readKey(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    throw new CommandError(`${path} cannot be read (${code})`, EXIT.usage);
  }
}
