import type { Logger } from './logger';

/** The stores that contain the id of an installation in addition to Postgres. */
export type MarkedStore = 'clickhouse' | 'redis';

/** The installation as recorded in Postgres. */
export interface InstallationRecord {
  readonly id: string;
  /** The stores to which the id was written. */
  readonly marked: readonly MarkedStore[];
}

/** Reads and writes the record of the installation in Postgres. */
export interface InstallationRegister {
  /** Null if Postgres has no schema yet, or an older schema without installations. */
  read(): Promise<InstallationRecord | null>;
  /** Sets the id of a new Postgres to that of the stores with which it is used. */
  adopt(id: string): Promise<void>;
  noteMarked(store: MarkedStore): Promise<void>;
}

/** The id of the installation in one store. */
export interface StoreMark {
  readonly store: MarkedStore;
  /** Null if the store has none. */
  read(): Promise<string | null>;
  write(id: string): Promise<void>;
}

/** A store has data of another installation, or lacks the data of this one. */
export class ForeignStoreError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ForeignStoreError';
  }
}

const NAMES = {
  postgres: { name: 'Postgres', variable: 'DATABASE_URL', folder: 'postgres' },
  clickhouse: { name: 'ClickHouse', variable: 'CLICKHOUSE_URL', folder: 'clickhouse' },
  redis: { name: 'Redis', variable: 'REDIS_URL', folder: 'redis' },
} as const;

/**
 * Checks, before the schema of Postgres is created, that Postgres is not new if another store has data.
 * @param adopted the stores that the operator accepts as they are (`ADOPT_STORES`)
 * @returns the id that Postgres must get after the schema is created; null if it has one or may generate one
 * @throws ForeignStoreError if Postgres is new and another store is not
 */
export async function checkNewPostgres(
  register: InstallationRegister,
  marks: readonly StoreMark[],
  adopted: readonly string[],
): Promise<string | null> {
  if ((await register.read()) !== null) return null;
  let given: string | null = null;
  for (const mark of marks) {
    const id = await mark.read();
    if (id === null) continue;
    if (!adopted.includes('postgres')) {
      const other = NAMES[mark.store];
      throw new ForeignStoreError(
        `Postgres (DATABASE_URL, or postgres below DATA_DIR) is new, but ${other.name} holds data of installation ${id}. ${wayOut('postgres', 'projects, keys, flags and who persons are')}`,
      );
    }
    given ??= id;
  }
  return given;
}

/**
 * Checks that a store belongs to the same installation as Postgres. A store that was never marked, such as one of an
 * earlier version, gets the id.
 * @throws ForeignStoreError
 */
export async function claimStore(
  register: InstallationRegister,
  mark: StoreMark,
  adopted: readonly string[],
): Promise<void> {
  const record = await register.read();
  // Without a schema there is no id to compare with.
  if (record === null) return;
  const { id, marked } = record;
  const found = await mark.read();
  if (found !== id) {
    const isNew = found === null && !marked.includes(mark.store);
    if (!isNew && !adopted.includes(mark.store)) throw foreignStore(mark.store, found, id);
    await mark.write(id);
  }
  if (!marked.includes(mark.store)) await register.noteMarked(mark.store);
}

function foreignStore(store: MarkedStore, found: string | null, id: string): ForeignStoreError {
  const { name, variable, folder } = NAMES[store];
  const fault =
    found === null
      ? `${name} (${variable}, or ${folder} below DATA_DIR) is empty or new, but Postgres holds data of installation ${id}`
      : `${name} (${variable}, or ${folder} below DATA_DIR) belongs to installation ${found}, but Postgres to installation ${id}`;
  const lost =
    store === 'redis'
      ? 'acknowledged events that were not stored yet, dead letters and queued exports'
      : 'all events, sessions and recordings';
  return new ForeignStoreError(`${fault}. ${wayOut(store, lost)}`);
}

function wayOut(store: keyof typeof NAMES, lost: string): string {
  return `Put the data back, restore a backup of all stores, or correct the address. To go on with this ${NAMES[store].name} and do without ${lost}, start once with ADOPT_STORES=${store}`;
}

const RETRY_MS = 1_000;
const WAIT_MS = 3_000;

/**
 * Prevents a service from using stores of different installations. A store that does not respond now is checked as
 * soon as it responds; if it belongs to another installation, the process is ended, because it must not write to that
 * store.
 * @param end ends the process; called at most once
 * @throws ForeignStoreError
 */
export async function claimStores(deps: {
  readonly register: InstallationRegister;
  readonly marks: readonly StoreMark[];
  readonly adopted: readonly string[];
  readonly logger: Logger;
  readonly end: () => void;
}): Promise<void> {
  const { register, marks, adopted, logger } = deps;
  const claimAll = async (): Promise<void> => {
    for (const mark of marks) await claimStore(register, mark, adopted);
  };
  const later = async (first: Promise<void>): Promise<void> => {
    for (let claim = first; ; claim = claimAll()) {
      try {
        await claim;
        return;
      } catch (error) {
        if (error instanceof ForeignStoreError) {
          logger.fatal(error.message);
          deps.end();
          return;
        }
        logger.debug({ err: error }, 'the installation of the stores is not known yet');
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS).unref());
      }
    }
  };
  const claim = claimAll();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => resolve('late'), WAIT_MS);
  });
  try {
    const outcome = await Promise.race([claim.then(() => 'done' as const), late]);
    if (outcome === 'late') void later(claim);
  } catch (error) {
    if (error instanceof ForeignStoreError) throw error;
    void later(claim);
  } finally {
    clearTimeout(timer);
  }
}
