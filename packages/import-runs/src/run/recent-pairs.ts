import type { ImportedEvent } from '@tidemark/importers';

const MOST = 100_000;

/** The recently written merges of two ids, because some sources repeat them with every event. */
export class RecentPairs {
  private readonly pairs = new Set<string>();

  /** Returns true the first time. Old pairs are removed, so a merge may be repeated, which has no effect. */
  isNew({ event, distinct_id: into, properties }: ImportedEvent): boolean {
    const key = JSON.stringify([event, into, properties]);
    if (this.pairs.has(key)) return false;
    if (this.pairs.size >= MOST) this.pairs.clear();
    this.pairs.add(key);
    return true;
  }
}
