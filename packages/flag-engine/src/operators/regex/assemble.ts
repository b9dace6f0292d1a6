import type { AST } from '@eslint-community/regexpp';
import { acceptsOf, edgeOf, equalityOf } from './characters';
import type { Program, Step } from './program';
import { parsePattern, type Modes } from './syntax';

/** The most steps of a pattern; counted repetitions are expanded, so a short pattern may have many. */
const MAX_STEPS = 5_000;

/** Compiles a pattern to steps; null when it is invalid, too large, or uses syntax that only other engines support. */
export function assemble(source: string): Program | null {
  const parsed = parsePattern(source);
  if (parsed === null) return null;
  try {
    return createAssembler(parsed.unicode).program(parsed.tree.alternatives, parsed.modes);
  } catch {
    // The pattern is too large, or nested deeper than the call stack.
    return null;
  }
}

interface Assembler {
  program(alternatives: readonly AST.Alternative[], modes: Modes): Program;
}

function createAssembler(unicode: boolean): Assembler {
  const groups = new Map<AST.CapturingGroup, number>();
  let slots = 0;
  let written = 0;

  /** The first of a group's two slots. */
  const slotOf = (group: AST.CapturingGroup): number => {
    const known = groups.get(group);
    if (known !== undefined) return known;
    groups.set(group, slots);
    slots += 2;
    return slots - 2;
  };

  const program = (alternatives: readonly AST.Alternative[], modes: Modes): Program => {
    const steps: Step[] = [];
    const add = (step: Step): void => {
      written += 1;
      if (written > MAX_STEPS) throw new RangeError('too large a pattern');
      steps.push(step);
    };
    /** Reserves a place for a step whose targets are not known yet. */
    const later = (make: () => Step): (() => void) => {
      const place = steps.length;
      add({ op: 'done' });
      return () => {
        steps[place] = make();
      };
    };
    /**
     * A choice between the steps that follow and those after them; call the returned function when the former are
     * written.
     */
    const choice = (greedy: boolean): (() => void) => {
      const inside = steps.length + 1;
      return later(() => {
        const after = steps.length;
        return greedy
          ? { op: 'either', first: inside, other: after }
          : { op: 'either', first: after, other: inside };
      });
    };

    const addAlternatives = (list: readonly AST.Alternative[], within: Modes): void => {
      const ends: (() => void)[] = [];
      for (const [index, { elements }] of list.entries()) {
        const isLast = index === list.length - 1;
        const fillChoice = isLast ? null : choice(true);
        for (const element of elements) addElement(element, within);
        if (fillChoice !== null) {
          ends.push(later(() => ({ op: 'jump', to: steps.length })));
          fillChoice();
        }
      }
      for (const fillEnd of ends) fillEnd();
    };

    const addQuantifier = (node: AST.Quantifier, within: Modes): void => {
      const { element, greedy } = node;
      for (let count = 0; count < node.min; count += 1) addElement(element, within);
      if (node.max === Infinity) {
        const start = steps.length;
        const slot = slots;
        slots += 1;
        const fillChoice = choice(greedy);
        add({ op: 'mark', slot });
        addElement(element, within);
        add({ op: 'moved', slot });
        add({ op: 'jump', to: start });
        fillChoice();
        return;
      }
      const fills: (() => void)[] = [];
      for (let count = node.min; count < node.max; count += 1) {
        fills.push(choice(greedy));
        addElement(element, within);
      }
      for (const fill of fills) fill();
    };

    const addElement = (node: AST.Element, within: Modes): void => {
      switch (node.type) {
        case 'Character':
        case 'CharacterSet':
        case 'CharacterClass':
          add({ op: 'take', accepts: acceptsOf(node, within, unicode) });
          return;
        case 'Group':
          addAlternatives(node.alternatives, changed(within, node.modifiers));
          return;
        case 'CapturingGroup': {
          const slot = slotOf(node);
          add({ op: 'mark', slot });
          addAlternatives(node.alternatives, within);
          add({ op: 'mark', slot: slot + 1 });
          return;
        }
        case 'Quantifier':
          addQuantifier(node, within);
          return;
        case 'Backreference': {
          const named = [node.resolved].flat().map(slotOf);
          add({ op: 'again', groups: named, equals: equalityOf(within) });
          return;
        }
        case 'Assertion':
          if (node.kind === 'lookahead' || node.kind === 'lookbehind') {
            const behind = node.kind === 'lookbehind';
            const inner = program(node.alternatives, within);
            add({ op: 'look', program: inner, behind, negate: node.negate });
          } else {
            add({ op: 'assert', holds: edgeOf(node, within) });
          }
          return;
        case 'ExpressionCharacterClass':
          throw new RangeError('set operations are not enabled in the parser');
      }
    };

    addAlternatives(alternatives, modes);
    add({ op: 'done' });
    return steps;
  };
  return { program };
}

/** Applies inline modifiers: `(?i:…)` and `(?-i:…)`. */
function changed(modes: Modes, modifiers: AST.Modifiers | null): Modes {
  if (modifiers === null) return modes;
  const { add, remove } = modifiers;
  const mode = (name: keyof Modes): boolean =>
    (modes[name] || add[name]) && remove?.[name] !== true;
  return { ignoreCase: mode('ignoreCase'), multiline: mode('multiline'), dotAll: mode('dotAll') };
}
