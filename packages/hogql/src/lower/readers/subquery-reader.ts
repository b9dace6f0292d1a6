import type { ReadResult, TableReader } from '../scope/table-reader';
import { call } from '../../clickhouse-sql/build';
import type { SqlSource } from '../../clickhouse-sql/nodes';
import type { LoweredQuery, OutputColumn } from '../scope/lowered-query';
import { textInsideJson } from './json-text';
import { PropertyNames } from './property-name';
import type { PathStep, Typed } from '../scope/typed';

/**
 * Reads a sub-query or table WITH. A path into a property bag is pushed down: the inner SELECT exposes that
 * one property instead of the bag.
 */
export class SubqueryReader implements TableReader {
  readonly tableName = null;
  private readonly byName: ReadonlyMap<string, OutputColumn>;
  private readonly propertyNames = new PropertyNames();

  constructor(private readonly query: LoweredQuery) {
    this.byName = new Map(query.columns.map((column) => [column.name, column]));
  }

  has(name: string): boolean {
    return this.byName.has(name);
  }

  names(): readonly string[] {
    return [...this.byName.keys()];
  }

  asterisk(): readonly string[] {
    return this.names();
  }

  read(path: readonly PathStep[]): ReadResult {
    const [first, ...rest] = path;
    if (first === undefined) return { kind: 'table' };
    const column = this.byName.get(String(first));
    if (column === undefined) return { kind: 'unknown', step: String(first) };
    const { value, name } = column;
    const { addColumn } = this.query;
    if (value.property === undefined || addColumn === null) {
      return { kind: 'column', name, type: value.type, rest };
    }
    if (value.type.kind !== 'JSON' && rest.length === 0) {
      return { kind: 'column', name, type: value.type, rest };
    }
    const expose = (exposed: string, sql: Typed['sql']): string => {
      addColumn(exposed, sql);
      return exposed;
    };
    return {
      kind: 'json',
      owner: value.property.bagOwner ?? null,
      rest,
      whole: () => name,
      property: (steps) => expose(this.nameOf(name, steps), descend(value, steps).sql),
      stringProperty: (steps) => {
        const stringOnly = descend(value, steps).property?.stringOnly;
        return stringOnly ? expose(this.nameOf(name, steps, '__string'), stringOnly()) : null;
      },
    };
  }

  private nameOf(name: string, steps: readonly PathStep[], suffix = ''): string {
    let exposed = this.propertyNames.nameOf(name, steps, suffix);
    while (this.byName.has(exposed)) exposed = `${exposed}__inner`;
    return exposed;
  }

  source(): SqlSource {
    return this.query.build();
  }
}

function descend(value: Typed, steps: readonly PathStep[]): Typed {
  return steps.reduce<Typed>((current, step) => {
    const next = current.property?.step(step);
    if (next !== undefined) return next.plain ?? next;
    return { ...current, sql: textInsideJson(call('toString', current.sql), [step]) };
  }, value);
}
