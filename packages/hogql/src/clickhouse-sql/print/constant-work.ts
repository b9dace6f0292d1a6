import type { SqlCall, SqlExpr } from '../nodes';

/** Functions that make much of little: arrays, long texts, work per element. */
const HEAVY: ReadonlySet<string> = new Set(
  (
    'range repeat format concat concatWithSeparator leftPad rightPad leftPadUTF8 rightPadUTF8 replaceAll replaceOne ' +
    'replaceRegexpAll replaceRegexpOne splitByChar splitByRegexp splitByWhitespace splitByNonAlpha ' +
    'alphaTokens tokens ngrams match extract extractGroups regexpExtract countMatches multiMatchAny multiMatchAnyIndex ' +
    'multiMatchAllIndices extractAll extractAllGroupsHorizontal extractAllGroupsVertical timeSlots ' +
    'mapPopulateSeries mapApply mapFilter bitmapBuild bitmapToArray geohashesInBox h3kRing h3HexRing h3Line ' +
    'h3ToChildren JSONExtract JSONExtractArrayRaw JSONExtractKeys JSONExtractKeysAndValues JSONExtractKeysAndValuesRaw'
  ).split(' '),
);

const LIGHT: ReadonlySet<string> = new Set(['array', 'arrayElement', 'arrayJoin']);

function isHeavy(name: string): boolean {
  return HEAVY.has(name) || (name.startsWith('array') && !LIGHT.has(name));
}

/** Their first argument must be a constant to the engine. */
const CONSTANT_FIRST = /^(?:split|format$|concatWithSeparator$|arrayReduce$)/;

interface Facts {
  /** Reads no row: the engine works it out while it analyses the statement. */
  readonly constant: boolean;
  /** Calls a heavy function somewhere. */
  readonly heavy: boolean;
}

/** Constant heavy calls that a statement may leave to the analysis. */
const MAX_FOLDED = 20;

/**
 * The engine computes constant expressions while it analyses a statement, and looks at the time limit only
 * afterwards: sixty constant sorts ran 11 s under a limit of 2 s. Heavy constants, nested ones and the many, are
 * therefore made to look like values of rows, so that they run where the limit holds.
 */
export class ConstantWork {
  private readonly known = new WeakMap<SqlExpr, Facts>();
  private folded = 0;

  /** The position of the argument that has to look like a row's value; -1 where the call may be folded. */
  heldBack(node: SqlCall): number {
    if (!isHeavy(node.name)) return -1;
    const inside = node.args.map((arg) => this.facts(arg));
    if (!inside.every(({ constant }) => constant)) return -1;
    if (!inside.some(({ heavy }) => heavy)) {
      this.folded += 1;
      if (this.folded <= MAX_FOLDED) return -1;
    }
    const from = CONSTANT_FIRST.test(node.name) ? 1 : 0;
    return node.args.findIndex((arg, index) => index >= from && arg.kind !== 'lambda');
  }

  private facts(node: SqlExpr): Facts {
    const known = this.known.get(node);
    if (known !== undefined) return known;
    const found = this.find(node);
    this.known.set(node, found);
    return found;
  }

  private find(node: SqlExpr): Facts {
    switch (node.kind) {
      case 'number':
      case 'boolean':
      case 'null':
      case 'text':
        return { constant: true, heavy: false };
      case 'lambda':
        // Its own arguments are columns without a table; a body of rows' values has columns with one.
        return { constant: !this.readsRows(node.body), heavy: this.facts(node.body).heavy };
      case 'call': {
        const args = node.args.map((arg) => this.facts(arg));
        return {
          constant: args.every(({ constant }) => constant),
          heavy: isHeavy(node.name) || args.some(({ heavy }) => heavy),
        };
      }
      default:
        return { constant: false, heavy: false };
    }
  }

  private readonly readers = new WeakMap<SqlExpr, boolean>();

  private readsRows(node: SqlExpr): boolean {
    const known = this.readers.get(node);
    if (known !== undefined) return known;
    const found = this.findReader(node);
    this.readers.set(node, found);
    return found;
  }

  private findReader(node: SqlExpr): boolean {
    switch (node.kind) {
      case 'number':
      case 'boolean':
      case 'null':
      case 'text':
        return false;
      case 'column':
        return node.table !== null;
      case 'call':
        return node.args.some((arg) => this.readsRows(arg));
      case 'lambda':
        return this.readsRows(node.body);
      default:
        return true;
    }
  }
}
