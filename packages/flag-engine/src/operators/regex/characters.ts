import type { AST } from '@eslint-community/regexpp';
import type { Modes } from './syntax';

type OneCharacter = AST.Character | AST.CharacterSet | AST.CharacterClass;

type Accepts = (character: string) => boolean;

/** The classes of Unicode that `\d`, `\w` and `\s` stand for. */
const ESCAPED_CLASSES = {
  digit: /^\p{Nd}$/u,
  word: /^[\p{Alphabetic}\p{M}\p{Nd}\p{Pc}\p{Join_Control}]$/u,
  space: /^\p{White_Space}$/u,
} as const;

/**
 * Returns whether one character is in a set. JavaScript's own engine decides: on a single character it cannot
 * backtrack.
 */
export function acceptsOf(node: OneCharacter, modes: Modes, unicode: boolean): Accepts {
  if (node.type === 'CharacterSet') {
    if (node.kind === 'any') return modes.dotAll ? () => true : (character) => character !== '\n';
    if (node.kind !== 'property') return escapedClass(node);
  }
  if (node.type === 'Character' && !modes.ignoreCase) {
    const wanted = String.fromCodePoint(node.value);
    return (character) => character === wanted;
  }
  const flags = (unicode ? 'u' : '') + (modes.ignoreCase ? 'i' : '');
  if (node.type === 'CharacterClass') return bracketed(node, flags);
  const set = new RegExp(`^(?:${node.raw})$`, flags);
  return (character) => set.test(character);
}

/** A set in brackets. JavaScript's engine reads it as it is unless it contains a class such as `\w`. */
function bracketed({ elements, negate, raw }: AST.CharacterClass, flags: string): Accepts {
  if (!elements.some(isEscapedClass)) {
    const set = new RegExp(`^${raw}$`, flags);
    return (character) => set.test(character);
  }
  const members = elements.map((element): Accepts => {
    if (isEscapedClass(element)) return escapedClass(element);
    const one = new RegExp(`^[${element.raw === '^' ? '\\^' : element.raw}]$`, flags);
    return (character) => one.test(character);
  });
  return (character) => members.some((accepts) => accepts(character)) !== negate;
}

function isEscapedClass(node: AST.CharacterClassElement): node is AST.EscapeCharacterSet {
  return node.type === 'CharacterSet' && node.kind !== 'property';
}

function escapedClass({ kind, negate }: AST.EscapeCharacterSet): Accepts {
  const members = ESCAPED_CLASSES[kind];
  return (character) => members.test(character) !== negate;
}

/** Compares single characters. */
export function equalityOf({ ignoreCase }: Modes): (a: string, b: string) => boolean {
  return ignoreCase ? (a, b) => a.toLowerCase() === b.toLowerCase() : (a, b) => a === b;
}

/** An assertion about the characters around a position. */
export function edgeOf(
  node: AST.EdgeAssertion | AST.WordBoundaryAssertion,
  { multiline }: Modes,
): (text: readonly string[], at: number) => boolean {
  switch (node.kind) {
    case 'start':
      return (text, at) => at === 0 || (multiline && text[at - 1] === '\n');
    case 'end':
      return (text, at) => at === text.length || (multiline && text[at] === '\n');
    case 'word':
      return (text, at) => (isWord(text[at - 1]) !== isWord(text[at])) !== node.negate;
  }
}

function isWord(character: string | undefined): boolean {
  return character !== undefined && ESCAPED_CLASSES.word.test(character);
}
