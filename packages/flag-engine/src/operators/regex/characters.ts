import type { AST } from '@eslint-community/regexpp';
import type { Modes } from './syntax';

type OneCharacter = AST.Character | AST.CharacterSet | AST.CharacterClass;

/**
 * Returns whether one character is in a set. JavaScript's own engine decides: on a single character it cannot
 * backtrack.
 */
export function acceptsOf(
  node: OneCharacter,
  modes: Modes,
  unicode: boolean,
): (character: string) => boolean {
  if (node.type === 'CharacterSet' && node.kind === 'any') {
    return modes.dotAll ? () => true : (character) => character !== '\n';
  }
  if (node.type === 'Character' && !modes.ignoreCase) {
    const wanted = String.fromCodePoint(node.value);
    return (character) => character === wanted;
  }
  const flags = (unicode ? 'u' : '') + (modes.ignoreCase ? 'i' : '');
  const set = new RegExp(`^(?:${node.raw})$`, flags);
  return (character) => set.test(character);
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
  return character !== undefined && /^\w$/.test(character);
}
