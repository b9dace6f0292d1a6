import { createCanvas, loadImage } from '@napi-rs/canvas';
import type { Chart } from '../reading/chart';
import { drawChart } from './draw-chart';

const days = Array.from(
  { length: 30 },
  (_, index) => `2026-11-${String(index + 1).padStart(2, '0')}`,
);

function chart(given: Partial<Chart> = {}): Chart {
  return {
    shape: 'line',
    labels: days,
    series: [
      { name: 'paid', values: days.map((_, index) => index * 3), isPrevious: false },
      { name: '<script>alert(1)</script>', values: days.map(() => 20), isPrevious: true },
    ],
    unit: '',
    ...given,
  };
}

/** The size of an image, and the share of its pixels that are not white. */
async function inkOf(png: Buffer) {
  const image = await loadImage(png);
  const { width, height } = image;
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  context.drawImage(image, 0, 0);
  const { data } = context.getImageData(0, 0, width, height);
  let [inked, coloured] = [0, 0];
  for (let index = 0; index < data.length; index += 4) {
    const [red = 0, green = 0, blue = 0] = data.subarray(index, index + 3);
    if (red < 250 || green < 250 || blue < 250) inked += 1;
    if (Math.max(red, green, blue) - Math.min(red, green, blue) > 60) coloured += 1;
  }
  return { width, height, ink: inked / (data.length / 4), colour: coloured / (data.length / 4) };
}

it.each(['line', 'area', 'bar', 'stacked', 'rows', 'pie'] as const)(
  'draws a %s chart as a PNG of the stated size with ink, and as SVG',
  async (shape) => {
    const labels = shape === 'rows' || shape === 'pie' ? days.slice(0, 5) : days;
    const { svg, png } = await drawChart(chart({ shape, labels }));
    const picture = await inkOf(png);
    expect(picture).toMatchObject({ width: 1200, height: 600 });
    expect(picture.ink).toBeGreaterThan(0.01);
    expect(picture.colour).toBeGreaterThan(0.002);
    expect(svg).toMatch(/^<svg width="600" height="300"/);
    expect(svg).not.toContain('<script>');
  },
);

it('draws different numbers differently, and equal numbers equally', async () => {
  const [first, again, other] = await Promise.all([
    drawChart(chart()),
    drawChart(chart()),
    drawChart(chart({ series: [{ name: 'paid', values: days.map(() => 1), isPrevious: false }] })),
  ]);
  expect(again.png.equals(first.png)).toBe(true);
  expect(other.png.equals(first.png)).toBe(false);
});

it('draws texts of many alphabets', async () => {
  const name = 'Größe – Ελλάδα – Привет';
  const series = [
    { name, values: [1], isPrevious: false },
    { name: 'b', values: [2], isPrevious: false },
  ];
  const { svg } = await drawChart(chart({ labels: ['a'], series }));
  expect(svg).toContain(name);
});
