import type { ImportContext, JsonObject, MapRecord } from '@tidemark/importers';
import type { CsvReading, SourceFile } from '@tidemark/warehouse';
import { definitionFileName } from './file-names';
import type { OpenFiles } from './files/open-files';
import { formatOf, readFile, UNREADABLE } from './files/read-file';
import type { ValueReading } from './join-values';
import { joinValues } from './join-values';
import { projectOrigin } from './project-origin';
import type { Cursor, DefinitionSource, ImportSource, Page, RecordStream } from './source';
import { ImportSourceError, IncompleteSourceError } from './source';

type StreamName = RecordStream['name'];

/** The paths into which `tidemark export` writes the definitions of a project. */
const DEFINITIONS = /(?:^|\/)definitions\/([a-z0-9_]+)\.jsonl$/;

/** A source whose records are in files. */
export interface FileSourceOptions {
  readonly kind: string;
  readonly key: string;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly open: (signal: AbortSignal) => Promise<OpenFiles>;
  /** Returns the stream of a file, by its first record; null if its records cannot be imported. */
  readonly classify: (first: JsonObject, file: string) => StreamName | null;
  readonly mapEvent: (
    record: JsonObject,
    file: string,
    context: ImportContext,
  ) => ReturnType<MapRecord>;
  readonly hasDefinitions: boolean;
  /** Whether records of the service that are equal are the same record, also in different files. */
  readonly recordsAreDistinct: boolean;
  /** How CSV is read. */
  readonly csv?: CsvReading;
  /** How files are read whose records complete events of other files. */
  readonly values?: ValueReading;
}

/** A file of a stream. */
interface StreamFile {
  readonly file: SourceFile;
  /** The reason why no record of the file can be imported; null if it can be read. */
  readonly problem: string | null;
}

/** The member of a record with the name of its file, for `mapEvent`. */
const FILE = '\u0000file';
const ORDER: readonly StreamName[] = ['groups', 'events', 'persons'];

/** @throws ImportSourceError */
export async function openFileSource(
  options: FileSourceOptions,
  signal: AbortSignal,
): Promise<ImportSource> {
  const opened = await options.open(signal);
  const definitionFiles = new Map<string, SourceFile>();
  const data: SourceFile[] = [];
  for (const file of opened.files) {
    const name = options.hasDefinitions ? DEFINITIONS.exec(file.name)?.[1] : undefined;
    if (name === undefined) data.push(file);
    else definitionFiles.set(name, file);
  }
  const definitions = definitionFiles.size === 0 ? null : definitionsOf(definitionFiles);
  return {
    kind: options.kind,
    key: options.key,
    origin: (until) => originOf(options, definitions, until),
    settings: options.settings,
    definitions,
    async streams() {
      const { byName, values } = await sortFiles(data, options, definitionFiles.size > 0);
      return ORDER.flatMap((name): RecordStream[] => {
        const files = byName.get(name);
        if (files === undefined) return [];
        const pages: RecordStream['pages'] = (from) => pagesOf(files, options.csv, from);
        if (name !== 'events' || values.length === 0 || options.values === undefined) {
          return [{ name, pages }];
        }
        const join = { values: () => pagesOf(values, options.csv, null), reading: options.values };
        return [{ name, pages: (from, ends) => joinValues(pages(from, ends), join, from, ends) }];
      });
    },
    mapEvent: (record, context) => {
      const { [FILE]: file, ...rest } = record;
      return options.mapEvent(rest, String(file), context);
    },
    counts: null,
    close: () => opened.close(),
  };
}

/**
 * Returns the origin of the records: the exported project, or the service if equal records are the same record. The
 * same files at another path are then not imported again.
 */
async function originOf(
  { kind, key, recordsAreDistinct }: FileSourceOptions,
  definitions: DefinitionSource | null,
  signal: AbortSignal,
): Promise<string> {
  if (recordsAreDistinct) return `${kind} files`;
  return definitions === null ? key : projectOrigin({ kind, key }, definitions, signal);
}

interface SortedFiles {
  readonly byName: ReadonlyMap<StreamName, readonly StreamFile[]>;
  /** Files whose records complete events. */
  readonly values: readonly StreamFile[];
}

/** @throws ImportSourceError if there is nothing that can be imported */
async function sortFiles(
  data: readonly SourceFile[],
  options: FileSourceOptions,
  hasDefinitions: boolean,
): Promise<SortedFiles> {
  const byName = new Map<StreamName, StreamFile[]>();
  const values: StreamFile[] = [];
  let problem: string | null = null;
  for (const file of data) {
    const found = await streamOf(file, options);
    // An export of a project without groups or persons has an empty file for them.
    if (found.isEmpty && hasDefinitions) continue;
    problem ??= found.problem;
    // Problems are reported with the events.
    const name = found.name ?? 'events';
    if (name === 'values') values.push({ file, problem: null });
    else byName.set(name, [...(byName.get(name) ?? []), { file, problem: found.problem }]);
  }
  const isUseless = [...byName.values()].flat().every((file) => file.problem !== null);
  if (!isUseless || hasDefinitions) return { byName, values };
  if (values.length > 0 && options.values !== undefined) {
    throw new IncompleteSourceError(options.values.incomplete);
  }
  throw new ImportSourceError(
    `None of the files has records that can be imported${problem === null ? '' : `: ${problem}`}.`,
  );
}

async function* pagesOf(
  files: readonly StreamFile[],
  csv: CsvReading | undefined,
  from: Cursor | null,
): AsyncGenerator<Page> {
  const startFile = from === null ? null : String(from['file']);
  for (const { file, problem } of files) {
    // The names are sorted, so files before that of the cursor are already imported.
    if (startFile !== null && file.name < startFile) continue;
    const at = file.name === startFile ? Number(from?.['next'] ?? 0) : 0;
    if (problem !== null) {
      if (at === 0)
        yield { records: [{ [UNREADABLE]: problem }], cursor: { file: file.name, next: 1 } };
      continue;
    }
    for await (const { records, next } of readFile(file, requiredFormat(file), at, csv)) {
      yield {
        records: records.map((record) => ({ ...record, [FILE]: file.name })),
        cursor: { file: file.name, next },
      };
    }
  }
}

/** Finds the stream of a file by its first readable record, or the reason why no record can be imported. */
async function streamOf(
  file: SourceFile,
  { classify, csv, values }: FileSourceOptions,
): Promise<{
  readonly name: StreamName | 'values' | null;
  readonly problem: string | null;
  readonly isEmpty: boolean;
}> {
  let unreadable: string | null = null;
  for await (const { records } of readFile(file, requiredFormat(file), 0, csv)) {
    for (const record of records) {
      const reason = record[UNREADABLE];
      if (typeof reason === 'string') {
        unreadable ??= reason;
        continue;
      }
      if (values?.isValue(record) === true) {
        return { name: 'values', problem: null, isEmpty: false };
      }
      const name = classify(record, file.name);
      return {
        name,
        problem: name === null ? `${file.name} has other records than this import reads` : null,
        isEmpty: false,
      };
    }
  }
  const isEmpty = unreadable === null;
  return { name: null, problem: unreadable ?? `${file.name} has no records`, isEmpty };
}

function requiredFormat(file: SourceFile) {
  const format = formatOf(file.name);
  if (format !== null) return format;
  throw new ImportSourceError(
    `The format of ${file.name} is unknown: expected .jsonl, .json, .csv or .parquet, compressed with gzip or Brotli, or uncompressed.`,
  );
}

function definitionsOf(files: ReadonlyMap<string, SourceFile>): DefinitionSource {
  async function* list(path: string): AsyncGenerator<JsonObject> {
    const file = files.get(definitionFileName(path));
    if (file === undefined) return;
    for await (const { records } of readFile(file, 'json-lines', 0)) yield* records;
  }
  return {
    list,
    async get(path) {
      if (path === '') {
        for await (const project of list('')) return project;
        return null;
      }
      // Details are stored in the file of the list: `dashboards/12/` is the line with that id.
      const [name = '', id = ''] = path.split('/');
      for await (const object of list(name)) if (String(object['id']) === id) return object;
      return null;
    },
  };
}
