import type { TableDefinition } from '../../catalogue/definitions/table-definition';
import type { HashRange, TimeBound } from '../scope/table-reader';
import { call, column, number, text } from '../../clickhouse-sql/build';
import type { SqlExpr } from '../../clickhouse-sql/nodes';

/** The alias of the scan inside a table's sub-select, and of the physical table inside the scan. */
export const SCAN = 't';

/** The conditions on the rows of one scan, collected while the surrounding statement is lowered. */
export class ScanConditions {
  private readonly bounds: TimeBound[] = [];
  private readonly added: SqlExpr[] = [];
  private readonly plain: SqlExpr[] = [];

  constructor(
    private readonly table: TableDefinition,
    only: SqlExpr | null,
  ) {
    if (only !== null) this.added.push(only);
  }

  narrow(bound: TimeBound): void {
    this.bounds.push(bound);
  }

  add(condition: SqlExpr): void {
    this.added.push(condition);
  }

  /** Adds a condition that is checked before other columns are read. */
  addEarly(condition: SqlExpr): void {
    this.plain.push(condition);
  }

  /** False for a table without distinct ids. */
  sample({ first, last }: HashRange): boolean {
    const id = this.table.fields['distinct_id'];
    if (id?.kind !== 'column') return false;
    const hash = call('cityHash64', column(SCAN, id.column));
    this.added.push(
      call('greaterOrEquals', hash, number(first)),
      last < 0n ? call('less', hash, number(0)) : call('lessOrEquals', hash, number(last)),
    );
    return true;
  }

  /**
   * The early conditions. The engine checks them one after the other, and reads a column for the rows that are left.
   * The parts of a day are already chosen by the primary key, so that comparing timestamps excludes few rows and
   * costs most: these conditions are last.
   */
  get early(): readonly SqlExpr[] {
    const { time } = this.table;
    if (time === undefined) return this.plain;
    const isOfTime = (condition: SqlExpr): number => Number(reads(condition, time.column));
    return [...this.plain].sort((a, b) => isOfTime(a) - isOfTime(b));
  }

  /** All conditions except the early ones; null when there are none. */
  others(): SqlExpr | null {
    const conditions = [...this.timeConditions(), ...this.added];
    const [first, ...rest] = conditions;
    if (first === undefined || rest.length === 0) return first ?? null;
    return call('and', ...conditions);
  }

  private timeConditions(): SqlExpr[] {
    const { time } = this.table;
    if (time === undefined) return [];
    return (
      this.bounds
        .filter(({ field }) => time.fields.includes(field))
        .map((bound) => ({ ...bound, slack: time.slackDays + bound.slackDays }))
        // The engine itself pushes a bound on the column itself down to the scan.
        .filter(({ slack }) => slack > 0)
        .map(({ side, timestamp, slack }) => {
          // Days would wrap around at both ends of the Date type.
          const exact = call('toDateTime64', timestamp, number(3), text('UTC'));
          const [shift, compare] =
            side === 'from' ? ['subtractDays', 'greaterOrEquals'] : ['addDays', 'lessOrEquals'];
          return call(compare, column(SCAN, time.column), call(shift, exact, number(slack)));
        })
    );
  }
}

/** Whether an early condition reads the column: it consists of calls, columns and constants. */
function reads(expr: SqlExpr, name: string): boolean {
  if (expr.kind === 'column') return expr.name === name;
  return expr.kind === 'call' && expr.args.some((arg) => reads(arg, name));
}
