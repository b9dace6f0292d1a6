/**
 * Names that SQL is written with in place of all names that a user, a property or a table's column gave: `c0`, `c1`, …
 * for columns, `r0`, `r1`, … for what they are read from. Equal names become equal names and different ones different
 * ones, so references mean what they meant. None of these is a name of the engine's tables: an alias that is called
 * like a guarded column (`team_id`), the table (`t`), or both (`t.team_id`) is never printed.
 */
export class GeneratedNames {
  private readonly columns = new Map<string, string>();
  private readonly ranges = new Map<string, string>();

  column(name: string): string {
    return generated(this.columns, name, 'c');
  }

  range(name: string): string {
    return generated(this.ranges, name, 'r');
  }
}

function generated(known: Map<string, string>, name: string, prefix: string): string {
  let found = known.get(name);
  if (found === undefined) {
    found = `${prefix}${known.size}`;
    known.set(name, found);
  }
  return found;
}
