import type { HogQLError } from '../../errors';
import { tokenize } from '../../lexer/lexer';
import { isKeyword, isNameKind, type TokenKind } from '../../lexer/token-kinds';

/** The results of the two parsers for one source text. */
export interface Disagreement {
  readonly source: string;
  /** Null where the parser rejected the text. */
  readonly ours: unknown;
  readonly theirs: unknown;
  /** The error of our parser. */
  readonly rejection: HogQLError | null;
  /** True if the official parser damaged its memory instead of returning. */
  readonly crashed: boolean;
}

interface Exception {
  readonly reason: string;
  readonly covers: (found: Disagreement) => boolean;
}

interface Word {
  readonly kind: TokenKind;
  readonly text: string;
  readonly start: number;
}

function wordsOf(source: string): Word[] {
  const tokens = tokenize(source);
  tokens.fill(source.length + 1);
  return tokens.kinds.map((kind, at) => {
    const start = tokens.starts[at] ?? 0;
    return { kind, start, text: source.slice(start, tokens.ends[at]) };
  });
}

/** Every text of a tree: names, and the texts of constants. */
function textsOf(tree: unknown): Set<string> {
  const found = new Set<string>();
  const visit = (value: unknown): void => {
    if (typeof value === 'string') found.add(value);
    else if (typeof value === 'object' && value !== null) Object.values(value).forEach(visit);
  };
  visit(tree);
  return found;
}

const onlyTheirs = ({ ours, theirs }: Disagreement): boolean => ours === null && theirs !== null;

/**
 * The differences that are allowed on generated and mutated statements, each for a reason in `docs/decisions` (0082).
 * The statements of `differences.ts` are examples of the same reasons.
 */
const EXCEPTIONS: Readonly<Record<string, Exception>> = {
  notOffered: {
    reason: 'a construct that is understood but not offered is rejected when it is read',
    covers: (found) => onlyTheirs(found) && found.rejection?.code === 'hogql_not_implemented',
  },
  keyword: {
    reason: 'a clause keyword is a name only where it cannot be read as the clause',
    covers: ({ source, ours, theirs }) => {
      const [own, official] = [textsOf(ours), textsOf(theirs)];
      const isTaken = ({ kind, text }: Word): boolean =>
        isKeyword(kind) && official.has(text) && !own.has(text);
      return theirs !== null && wordsOf(source).some(isTaken);
    },
  },
  twoAliases: {
    reason: 'of two aliases in a row the original keeps the last; here the second word is rejected',
    covers: (found) => {
      const words = wordsOf(found.source);
      const at = words.findIndex(({ start }) => start === found.rejection?.start);
      const isName = (word: Word | undefined): boolean =>
        word !== undefined && (isNameKind(word.kind) || word.kind === 'string');
      const isAlias = isName(words[at]) || words[at]?.kind === 'AS';
      return onlyTheirs(found) && isAlias && isName(words[at - 1]);
    },
  },
  spacedDot: {
    reason: 'the original lets spaces stand beside the point of a number',
    covers: (found) => onlyTheirs(found) && /\d\s+\.|\.\s+\d/.test(found.source),
  },
  hash: {
    reason: 'the original ignores a # and what follows it',
    covers: (found) =>
      onlyTheirs(found) && found.source.charAt(found.rejection?.start ?? 0) === '#',
  },
  typeName: {
    reason:
      'names of types are those that the engine has, and their arguments numbers, texts and types',
    covers: (found) =>
      onlyTheirs(found) && /type name|after the type/.test(found.rejection?.message ?? ''),
  },
  unnamedWith: {
    reason: 'the original takes a part of WITH without a name, which nothing could ever read',
    covers: (found) =>
      onlyTheirs(found) && /in the WITH clause/.test(found.rejection?.message ?? ''),
  },
  castAlias: {
    reason: 'the original takes an alias inside CAST for the type',
    covers: (found) => onlyTheirs(found) && /\bcast *\(.*\bas\b.*\bas\b/i.test(found.source),
  },
  backslashZero: {
    reason: 'the original cuts \\0 out of strings',
    covers: ({ source, ours, theirs }) =>
      ours !== null && theirs !== null && source.includes('\\0'),
  },
  orderAfterParenthesis: {
    reason: 'the original drops ORDER BY, a percentage and ties after a parenthesised query',
    covers: ({ source, ours, theirs }) =>
      ours !== null && theirs !== null && /\) (?:ORDER BY|LIMIT .*(?:%|TIES))/.test(source),
  },
  windowFilter: {
    reason: 'the original drops the FILTER of a window function',
    covers: ({ source, ours, theirs }) =>
      ours !== null && theirs !== null && /FILTER \(.* OVER /s.test(source),
  },
  emptyArguments: {
    reason: 'the official tree cannot tell `f(a)() OVER` from `f(a) OVER`',
    covers: ({ source, ours, theirs }) =>
      ours !== null && theirs !== null && /\)\(\) OVER /.test(source),
  },
  keptModifier: {
    reason:
      'NULLS FIRST, WITH ROLLUP, WITH TOTALS, COLLATE, IGNORE NULLS, NATURAL and the table of `t.* EXCLUDE` are kept here',
    covers: ({ source, ours, theirs }) =>
      ours !== null &&
      theirs !== null &&
      /NULLS FIRST|WITH (?:ROLLUP|CUBE|TOTALS)|\.\* EXCLUDE|COLLATE|IGNORE NULLS|NATURAL/i.test(
        source,
      ),
  },
  nullTreatment: {
    reason: 'RESPECT NULLS is new here, and IGNORE NULLS may stand before OVER and FILTER',
    covers: ({ source, theirs }) => theirs === null && /(?:RESPECT|IGNORE) NULLS/i.test(source),
  },
  nestedJoin: {
    reason:
      'the original flattens joins in parentheses and joins whose condition stands further on',
    covers: ({ ours, theirs }) =>
      ours !== null && theirs !== null && textsOf(ours).has('JoinGroup'),
  },
  distinctOn: {
    reason: 'the original reads DISTINCT ON as a function of that name',
    covers: ({ source, ours }) => ours !== null && /DISTINCT ON *\(/i.test(source),
  },
  crash: {
    reason: 'a crash of the official parser proves nothing',
    covers: ({ crashed }) => crashed,
  },
  usingComma: {
    reason:
      'the original takes the comma after the last column of USING for a tuple or a cross join',
    covers: ({ source, theirs }) => theirs !== null && /using[^)]*,\s*[,)]/i.test(source),
  },
};

/** The name of the exception that allows the disagreement, if one does. */
export function exceptionFor(found: Disagreement): string | null {
  return Object.entries(EXCEPTIONS).find(([, { covers }]) => covers(found))?.[0] ?? null;
}
