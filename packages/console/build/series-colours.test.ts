import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { lookOf, mix } from '../src/ui/chart/palette';
import { contrast, DEFICIENCIES, difference } from './colour-vision';

const tokens = readFileSync(join(__dirname, '../src/ui/tokens.css'), 'utf8');
const themes = tokens
  .split(/:root[^{]*\{/)
  .slice(1)
  .filter((part) => part.includes('--series-1'));

function tokenOf(theme: string, name: string): string {
  return new RegExp(`${name}: (#[0-9a-f]{6})`).exec(theme)?.[1] ?? '';
}

/** Four times the smallest visible difference. */
const LEAST_DIFFERENCE = 0.08;

describe('the colours of text', () => {
  const grounds = ['--bg', '--surface', '--surface-2', '--surface-hover'];
  const texts = ['--text', '--text-2'];
  const signals = ['--danger', '--warning', '--success', '--accent'];
  it.each([
    ...texts.flatMap((text) => grounds.map((ground) => [text, ground, 4.5] as const)),
    ...signals.flatMap((text) =>
      ['--bg', '--surface'].map((ground) => [text, ground, 4.5] as const),
    ),
    ...signals.map((text) => [text, `${text}-soft`, 4.5] as const),
    ['--on-accent', '--accent', 4.5] as const,
    ['--on-accent', '--accent-hover', 4.5] as const,
    ['--border-strong', '--surface', 3] as const,
    ['--focus', '--bg', 3] as const,
    ['--focus', '--surface', 3] as const,
  ])('%s on %s have a contrast of %d in every theme', (text, ground, least) => {
    for (const theme of themes) {
      expect(contrast(tokenOf(theme, text), tokenOf(theme, ground))).toBeGreaterThanOrEqual(least);
    }
  });
});

describe('the colours of series', () => {
  it('have a contrast of at least 3 to 1 with the surface in every theme', () => {
    expect(themes).toHaveLength(3);
    for (const theme of themes) {
      for (let index = 0; index < 8; index += 1) {
        const colour = tokenOf(theme, lookOf(index).token);
        expect(contrast(colour, tokenOf(theme, '--surface'))).toBeGreaterThan(3);
      }
    }
  });

  it.each([null, ...Object.keys(DEFICIENCIES)])(
    'differ from each other in every theme, for colour vision: %s',
    (deficiency) => {
      for (const theme of themes) {
        const colours = Array.from({ length: 8 }, (_, index) =>
          tokenOf(theme, lookOf(index).token),
        );
        for (const [index, colour] of colours.entries()) {
          for (const [other, another] of colours.slice(0, index).entries()) {
            const pair = `${other + 1} and ${index + 1}`;
            const apart = difference(colour, another, deficiency);
            expect([pair, apart >= LEAST_DIFFERENCE ? 'apart' : apart]).toEqual([pair, 'apart']);
          }
        }
      }
    },
  );

  it('have different dashes than their neighbours, and a different look when a colour repeats', () => {
    for (let index = 0; index < 16; index += 1) {
      expect(lookOf(index).dash).not.toEqual(lookOf(index + 1).dash);
      expect(lookOf(index)).not.toEqual(lookOf(index + 8));
    }
  });

  it('can be mixed', () => {
    expect(mix('#ffffff', '#000000', 0.5)).toBe('#808080');
    expect(mix('#fff', '#000', 1)).toBe('#ffffff');
  });
});
