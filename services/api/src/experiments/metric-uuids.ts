import { randomUUID } from 'node:crypto';

type Metric = Readonly<Record<string, unknown>>;

/** The uuids that metrics have, in their order. */
export function uuidsOf(metrics: readonly Metric[]): readonly string[] {
  return metrics.flatMap(({ uuid }) => (typeof uuid === 'string' && uuid !== '' ? [uuid] : []));
}

/**
 * Metrics with a uuid each: a missing one is made, and one that is among `taken` is replaced. Fingerprints, which clients
 * send back from a response, are left out.
 */
export function withUuids(metrics: readonly Metric[], taken: Set<string>): readonly Metric[] {
  return metrics.map(({ fingerprint: _sentBack, ...metric }) => {
    const [given] = uuidsOf([metric]);
    const uuid = given === undefined || taken.has(given) ? randomUUID() : given;
    taken.add(uuid);
    return { ...metric, uuid };
  });
}

/** The uuids in the wanted order; those that it leaves out come last, and what is unknown is left out. */
export function inOrder(wanted: readonly string[], uuids: readonly string[]): string[] {
  const known = new Set(uuids);
  return [...new Set([...wanted.filter((uuid) => known.has(uuid)), ...uuids])];
}
