import type { ImportedEvent } from '@tidemark/importers';

const MOST = 100_000;

/** Which joins of two ids were written lately: sources say them with every event. */
export class RecentPairs {
  private readonly pairs = new Set<string>();

  /** True the first time; old ones are forgotten, and repeating them is harmless. */
  isNew({ event, distinct_id: into, properties }: ImportedEvent): boolean {
    const key = JSON.stringify([event, into, properties]);
    if (this.pairs.has(key)) return false;
    if (this.pairs.size >= MOST) this.pairs.clear();
    this.pairs.add(key);
    return true;
  }
}
