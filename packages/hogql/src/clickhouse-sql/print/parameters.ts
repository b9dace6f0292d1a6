/** Collects the strings of a statement as parameters `p0`, `p1`, ...; equal strings share one. */
export class Parameters {
  private readonly names = new Map<string, string>();

  /** Returns the placeholder for the value in the SQL text. */
  bind(value: string): string {
    let name = this.names.get(value);
    if (name === undefined) {
      name = `p${this.names.size}`;
      this.names.set(value, name);
    }
    return `{${name}:String}`;
  }

  values(): Record<string, string> {
    return Object.fromEntries([...this.names].map(([value, name]) => [name, value]));
  }
}
