import type { ReadResult } from '../scope/table-reader';

/**
 * Passes a result of reading a table on to the surrounding statement, through a select.
 *
 * @param relay makes the select expose a column of the table, and returns the exposed name
 */
export function relayed(result: ReadResult, relay: (name: string) => string): ReadResult {
  if (result.kind === 'column') return { ...result, name: relay(result.name) };
  if (result.kind !== 'json') return result;
  return {
    ...result,
    whole: () => relay(result.whole()),
    property: (path) => relay(result.property(path)),
    stringProperty: (path) => {
      const name = result.stringProperty(path);
      return name === null ? null : relay(name);
    },
  };
}
