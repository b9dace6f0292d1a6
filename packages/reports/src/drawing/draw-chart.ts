import * as canvas from '@napi-rs/canvas';
import * as echarts from 'echarts';
import type { Chart } from '../reading/chart';
import { chartOption, FONT } from './chart-option';

/** In CSS pixels. */
const CHART_WIDTH = 600;
const CHART_HEIGHT = 300;
/** The number of pixels of the PNG per CSS pixel, for sharp images on dense displays. */
const CHART_SCALE = 2;

/** A chart as images. */
export interface DrawnChart {
  readonly svg: string;
  readonly png: Buffer;
}

canvas.GlobalFonts.registerFromPath(require.resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf'), FONT);
// Text widths are measured with the font of the canvas for both formats.
echarts.setPlatformAPI({ createCanvas: () => canvas.createCanvas(1, 1) });

/** Draws a chart as SVG and as PNG with twice the size. The same chart gives the same bytes. */
export async function drawChart(chart: Chart): Promise<DrawnChart> {
  const option = chartOption(chart);
  const size = { width: CHART_WIDTH, height: CHART_HEIGHT };
  const vector = echarts.init(null, null, { renderer: 'svg', ssr: true, ...size });
  const board = canvas.createCanvas(CHART_WIDTH * CHART_SCALE, CHART_HEIGHT * CHART_SCALE);
  const raster = echarts.init(board, null, {
    renderer: 'canvas',
    devicePixelRatio: CHART_SCALE,
    ...size,
  });
  try {
    vector.setOption(option);
    raster.setOption(option);
    const svg = vector.renderToSVGString();
    return { svg, png: await board.encode('png') };
  } finally {
    vector.dispose();
    raster.dispose();
  }
}
