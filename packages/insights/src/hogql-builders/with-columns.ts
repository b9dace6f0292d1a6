import type { Expr, Statement } from '@tidemark/hogql';
import { mapTree } from '@tidemark/hogql';
import { expr, statement } from './template';

/** Columns of a SELECT by name, in an order in which each uses only those before it. */
export type Columns = readonly Column[];

export type Column = readonly [name: string, sql: string];

/** A column with its expression, the columns it uses, and its place. */
interface Computed {
  readonly name: string;
  readonly value: Expr;
  readonly uses: readonly Use[];
}

interface Use {
  readonly name: string;
  readonly node: Node;
  readonly isInLambda: boolean;
}

type Node = Readonly<Record<string, unknown>>;

/**
 * Rows with columns computed from them. The engine expands a column wherever another one of the same SELECT uses it,
 * and reading the expansion of a chain of columns takes longer than computing it: so every column is one SELECT
 * further out than the columns it uses. A column that is used once is expanded where it is used, an unused one is
 * left out, and no column is passed on further than necessary.
 *
 * @param given the columns of `rows`
 * @param wanted the columns of the result, in this order
 */
export function withColumns(
  rows: Statement,
  given: readonly string[],
  columns: Columns,
  wanted: readonly string[],
): Statement {
  const stages = inStages(merged(needed(columns, given, wanted), wanted));
  let from = rows;
  let known: readonly string[] = given;
  for (const [index, stage] of stages.entries()) {
    const later = new Set([
      ...wanted,
      ...stages.slice(index + 1).flatMap((one) => one.flatMap(namesUsed)),
    ]);
    const kept = known.filter((name) => later.has(name));
    from = select(from, kept, stage);
    known = [...kept, ...stage.map(({ name }) => name)];
  }
  return isSame(known, wanted) ? from : select(from, wanted, []);
}

function select(from: Statement, kept: readonly string[], stage: readonly Computed[]): Statement {
  const made = stage.map(({ name }) => `{${name}} AS ${name}`);
  return statement(`SELECT ${[...kept, ...made].join(', ')} FROM ({rows})`, {
    ...Object.fromEntries(stage.map(({ name, value }) => [name, value])),
    rows: from,
  });
}

/** The columns that the requested ones are computed from. */
function needed(
  columns: Columns,
  given: readonly string[],
  wanted: readonly string[],
): readonly Computed[] {
  const names = new Set([...given, ...columns.map(([name]) => name)]);
  const asked = new Set(wanted);
  const found: Computed[] = [];
  for (const [name, sql] of [...columns].reverse()) {
    if (!asked.has(name)) continue;
    const value = expr(sql);
    const column = { name, value, uses: usesOf(value, names) };
    for (const use of namesUsed(column)) asked.add(use);
    found.unshift(column);
  }
  return found;
}

/** Columns that one other column uses once, and not once per element of a list, become part of it. */
function merged(columns: readonly Computed[], wanted: readonly string[]): readonly Computed[] {
  const kept = new Map<string, Computed>();
  const counts = new Map<string, number>();
  for (const { uses } of columns) {
    for (const { name, isInLambda } of uses) {
      counts.set(name, (counts.get(name) ?? 0) + (isInLambda ? 2 : 1));
    }
  }
  for (const column of columns) {
    let { value } = column;
    const uses: Use[] = [];
    for (const use of column.uses) {
      const inner = kept.get(use.name);
      if (inner === undefined || counts.get(use.name) !== 1 || wanted.includes(use.name)) {
        uses.push(use);
        continue;
      }
      value = mapTree(value, (node) => ((node as unknown) === use.node ? inner.value : null));
      uses.push(...inner.uses);
      kept.delete(use.name);
    }
    kept.set(column.name, { name: column.name, value, uses });
  }
  return [...kept.values()];
}

/** Splits columns into the fewest SELECTs in which no column is beside one that it uses. */
function inStages(columns: readonly Computed[]): readonly (readonly Computed[])[] {
  const stages: Computed[][] = [];
  const stageOf = new Map<string, number>();
  for (const column of columns) {
    const at = Math.max(0, ...namesUsed(column).map((name) => (stageOf.get(name) ?? -1) + 1));
    (stages[at] ??= []).push(column);
    stageOf.set(column.name, at);
  }
  return stages;
}

function namesUsed({ uses }: Computed): readonly string[] {
  return uses.map(({ name }) => name);
}

function usesOf(value: Expr, names: ReadonlySet<string>): readonly Use[] {
  const uses: Use[] = [];
  const visit = (node: unknown, own: ReadonlySet<string>, isInLambda: boolean): void => {
    if (Array.isArray(node)) {
      for (const item of node) visit(item, own, isInLambda);
      return;
    }
    if (typeof node !== 'object' || node === null) return;
    const { type, args, chain } = node as Node;
    if (type === 'Field' && Array.isArray(chain)) {
      const name = String(chain[0]);
      if (names.has(name) && !own.has(name)) uses.push({ name, node: node as Node, isInLambda });
      return;
    }
    const isLambda = type === 'Lambda';
    const inner = isLambda ? new Set([...own, ...(args as readonly string[])]) : own;
    for (const child of Object.values(node)) visit(child, inner, isInLambda || isLambda);
  };
  visit(value, new Set(), false);
  return uses;
}

function isSame(known: readonly string[], wanted: readonly string[]): boolean {
  return known.length === wanted.length && known.every((name, at) => name === wanted[at]);
}
