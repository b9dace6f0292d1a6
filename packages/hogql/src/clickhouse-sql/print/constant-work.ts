import type { SqlCall, SqlExpr } from '../nodes';

/** Functions that make large values of small ones: arrays, long texts, work per element. */
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

/** Functions whose first argument must be a constant for the engine. */
const CONSTANT_FIRST = /^(?:split|format$|concatWithSeparator$|arrayReduce$)/;

interface Facts {
  /** True if it reads no row: the engine computes it while it analyses the statement. */
  readonly constant: boolean;
  /** True if it contains a call of a heavy function. */
  readonly heavy: boolean;
}

/** The number of constant heavy calls that the engine may compute during the analysis. */
const MAX_FOLDED = 20;

/**
 * The engine computes constant expressions while it analyses a statement, and checks the time limit only afterwards:
 * sixty constant sorts ran 11 s under a limit of 2 s. Heavy constants that are nested or too many are therefore made
 * to look like values of rows, so that they run under the time limit.
 */
export class ConstantWork {
  private readonly known = new WeakMap<SqlExpr, Facts>();
  private folded = 0;

  /**
   * The position of the argument that must look like a row's value; -1 if the engine may compute the call as a
   * constant.
   */
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
        // The lambda's arguments are columns without a table; a body that reads rows has columns with a table.
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
