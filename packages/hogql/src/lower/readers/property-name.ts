import type { PathStep } from '../scope/typed';

/** Unique names for the exposed columns of JSON paths: `properties__a__b`, numbered when two paths clash. */
export class PropertyNames {
  private readonly byPath = new Map<string, string>();
  private readonly taken = new Set<string>();

  nameOf(column: string, path: readonly PathStep[], suffix = ''): string {
    const key = JSON.stringify([column, path, suffix]);
    const known = this.byPath.get(key);
    if (known !== undefined) return known;
    const base = [column, ...path].join('__') + suffix;
    let name = base;
    for (let copy = 2; this.taken.has(name); copy += 1) name = `${base}__${copy}`;
    this.byPath.set(key, name);
    this.taken.add(name);
    return name;
  }
}
