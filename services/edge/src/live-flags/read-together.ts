import { setImmediate as turn } from 'node:timers/promises';

/** Most keys of one read; further ones begin another. */
const MAX_KEYS = 500;

interface Read<Value> {
  readonly keys: Set<string>;
  readonly found: Promise<ReadonlyMap<string, Value>>;
}

/**
 * Reads of single keys that are asked for in one turn of the event loop become one read of all of them.
 *
 * @param load reads keys of a scope (a project, for instance); keys that are not there are missing in the result
 * @returns reads one key; undefined when it is not there. @throws what `load` throws, to all who waited for it
 */
export function readTogether<Scope, Value>(
  load: (scope: Scope, keys: readonly string[]) => Promise<ReadonlyMap<string, Value>>,
): (scope: Scope, key: string) => Promise<Value | undefined> {
  const open = new Map<Scope, Read<Value>>();

  const begin = (scope: Scope): Read<Value> => {
    const keys = new Set<string>();
    const loaded = async (): Promise<ReadonlyMap<string, Value>> => {
      await turn();
      if (open.get(scope) === read) open.delete(scope);
      return load(scope, [...keys]);
    };
    const read: Read<Value> = { keys, found: loaded() };
    open.set(scope, read);
    return read;
  };

  return async (scope, key) => {
    const joined = open.get(scope);
    const read = joined === undefined || joined.keys.size >= MAX_KEYS ? begin(scope) : joined;
    read.keys.add(key);
    return (await read.found).get(key);
  };
}
