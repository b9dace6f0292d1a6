import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { lookOf, mix } from '../src/ui/chart/palette';

const tokens = readFileSync(join(__dirname, '../src/ui/tokens.css'), 'utf8');
const themes = tokens
  .split(/:root[^{]*\{/)
  .slice(1)
  .filter((part) => part.includes('--series-1'));

function tokenOf(theme: string, name: string): string {
  return new RegExp(`${name}: (#[0-9a-f]{6})`).exec(theme)?.[1] ?? '';
}

/** Relative luminance (WCAG 2.2). */
function luminance(colour: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a: string, b: string): number {
  const [low = 0, high = 0] = [luminance(a), luminance(b)].toSorted((x, y) => x - y);
  return (high + 0.05) / (low + 0.05);
}

describe('the colours of series', () => {
  it('stand out from the surface in every theme by 3 to 1', () => {
    expect(themes).toHaveLength(3);
    for (const theme of themes) {
      for (let index = 0; index < 8; index += 1) {
        const colour = tokenOf(theme, lookOf(index).token);
        expect(contrast(colour, tokenOf(theme, '--surface'))).toBeGreaterThan(3);
      }
    }
  });

  it('differ from their neighbours by dashes as well, also when colours repeat', () => {
    for (let index = 0; index < 16; index += 1) {
      expect(lookOf(index).dash).not.toEqual(lookOf(index + 1).dash);
      expect(lookOf(index)).not.toEqual(lookOf(index + 8));
    }
  });

  it('mix', () => {
    expect(mix('#ffffff', '#000000', 0.5)).toBe('#808080');
    expect(mix('#fff', '#000', 1)).toBe('#ffffff');
  });
});
