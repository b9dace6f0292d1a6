const MOST = 100_000;

/** The recently seen keys. Old ones are removed, so a key may be new again. */
export class RecentKeys {
  private readonly keys = new Set<string>();

  /** Returns true the first time. */
  isNew(...parts: readonly unknown[]): boolean {
    const key = JSON.stringify(parts);
    if (this.keys.has(key)) return false;
    if (this.keys.size >= MOST) this.keys.clear();
    this.keys.add(key);
    return true;
  }
}
