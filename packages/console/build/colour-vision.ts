type Rgb = readonly [number, number, number];
type Matrix = readonly [Rgb, Rgb, Rgb];

/**
 * Matrices that simulate, in linear RGB, how people with a complete colour deficiency see a colour (severity 1.0):
 * Machado, Oliveira and Fernandes, "A Physiologically-based Model for Simulation of Color Vision Deficiency" (2009).
 */
export const DEFICIENCIES: Readonly<Record<string, Matrix>> = {
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

const NORMAL: Matrix = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];

/** Converts a colour `#rrggbb` to linear RGB, each part from 0 to 1. */
function linearOf(colour: string): Rgb {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return [r, g, b];
}

/** The contrast between two colours (WCAG 2.2), from 1 to 21. */
export function contrast(a: string, b: string): number {
  const [low = 0, high = 0] = [luminance(a), luminance(b)].toSorted((x, y) => x - y);
  return (high + 0.05) / (low + 0.05);
}

/**
 * The perceived distance between two colours, measured in OKLab: 0.02 is just visible side by side. A deficiency of
 * null or an unknown one means full colour vision.
 */
export function difference(a: string, b: string, deficiency: string | null): number {
  const matrix = deficiency === null ? NORMAL : (DEFICIENCIES[deficiency] ?? NORMAL);
  const [one, other] = [a, b].map((colour) => okLab(seen(linearOf(colour), matrix)));
  return Math.hypot(...(one ?? []).map((part, at) => part - (other?.[at] ?? 0)));
}

function luminance(colour: string): number {
  const [r, g, b] = linearOf(colour);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function seen(colour: Rgb, matrix: Matrix): Rgb {
  const [r, g, b] = matrix.map((row) => Math.min(1, Math.max(0, dot(row, colour))));
  return [r ?? 0, g ?? 0, b ?? 0];
}

/** Converts linear sRGB to OKLab (by Björn Ottosson). */
function okLab(colour: Rgb): Rgb {
  const l = Math.cbrt(dot([0.4122214708, 0.5363325363, 0.0514459929], colour));
  const m = Math.cbrt(dot([0.2119034982, 0.6806995451, 0.1073969566], colour));
  const s = Math.cbrt(dot([0.0883024619, 0.2817188376, 0.6299787005], colour));
  return [
    dot([0.2104542553, 0.793617785, -0.0040720468], [l, m, s]),
    dot([1.9779984951, -2.428592205, 0.4505937099], [l, m, s]),
    dot([0.0259040371, 0.7827717662, -0.808675766], [l, m, s]),
  ];
}

function dot([a, b, c]: Rgb, [x, y, z]: Rgb): number {
  return a * x + b * y + c * z;
}
