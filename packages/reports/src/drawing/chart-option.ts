import type { EChartsOption } from 'echarts';
import type { Chart } from '../reading/chart';

/** The colours of series in the console's light theme (`packages/console/src/ui/tokens.css`). */
const COLOURS = [
  '#0083ae',
  '#c46763',
  '#701081',
  '#60800e',
  '#b8196a',
  '#795100',
  '#3656c6',
  '#504637',
];
const INK = '#1f2328';
const QUIET = '#57606a';
const LINES = '#d8dee4';
export const FONT = 'DejaVu Sans';
/** The maximum length of a name; longer names would leave no room for the chart. */
const MAX_NAME = 40;
/** Up to this many steps, all labels are shown, shortened to their share of the width. */
const MAX_NAMED_STEPS = 8;
const AXIS_WIDTH = 540;

/** A chart as options of ECharts. Texts of users are drawn as plain text, because no markup is used. */
export function chartOption(chart: Chart): EChartsOption {
  const base: EChartsOption = {
    animation: false,
    backgroundColor: '#ffffff',
    color: COLOURS,
    textStyle: { fontFamily: FONT, color: INK },
  };
  return chart.shape === 'pie' ? { ...base, ...pie(chart) } : { ...base, ...axes(chart) };
}

function pie({ labels, series: [first] }: Chart): EChartsOption {
  return {
    series: [
      {
        type: 'pie',
        radius: ['40%', '75%'],
        label: { color: INK, formatter: '{b}: {c}' },
        data: labels.map((name, index) => ({
          name: shortened(name),
          value: Math.max(0, first?.values[index] ?? 0),
        })),
      },
    ],
  };
}

function axes(chart: Chart): EChartsOption {
  const { shape, labels, series, unit } = chart;
  const isRows = shape === 'rows';
  const fits = labels.length <= MAX_NAMED_STEPS;
  const names = {
    type: 'category' as const,
    data: labels.map(shortened),
    axisLine: { lineStyle: { color: LINES } },
    axisTick: { show: false },
    axisLabel: { color: QUIET, hideOverlap: true, ...(fits && !isRows && wrapped(labels.length)) },
    ...(isRows && { inverse: true }),
    boundaryGap: shape !== 'line' && shape !== 'area',
  };
  const numbers = {
    type: 'value' as const,
    axisLabel: { color: QUIET, formatter: `{value}${unit}`, hideOverlap: true },
    splitLine: { lineStyle: { color: LINES } },
  };
  const hasLegend = series.length > 1;
  return {
    grid: { left: 16, right: 28, top: 20, bottom: hasLegend ? 44 : 16, containLabel: true },
    ...(hasLegend && {
      legend: { bottom: 4, type: 'scroll' as const, textStyle: { color: INK } },
    }),
    xAxis: isRows ? numbers : names,
    yAxis: isRows ? names : numbers,
    series: series.map((one) => seriesOption(one, chart)),
  };
}

const wrapped = (count: number) => ({
  interval: 0,
  width: Math.floor(AXIS_WIDTH / count) - 8,
  overflow: 'truncate' as const,
});

type SeriesOptions = Extract<EChartsOption['series'], readonly unknown[]>;

function seriesOption(
  { name, values, isPrevious }: Chart['series'][number],
  { shape, series, unit }: Chart,
): SeriesOptions[number] {
  const shared = { name: shortened(name), data: [...values] };
  if (shape === 'line' || shape === 'area') {
    return {
      ...shared,
      type: 'line',
      // A series of one point has no line, so its symbol is shown.
      showSymbol: values.length < 2,
      lineStyle: { width: 2, ...(isPrevious && { type: 'dashed' as const, opacity: 0.6 }) },
      ...(shape === 'area' && { areaStyle: { opacity: 0.2 } }),
    };
  }
  return {
    ...shared,
    type: 'bar',
    barMaxWidth: 64,
    ...(shape === 'stacked' && { stack: 'all' }),
    ...(series.length === 1 && {
      label: {
        show: values.length <= 12,
        position: shape === 'rows' ? ('insideLeft' as const) : ('inside' as const),
        color: '#ffffff',
        formatter: `{c}${unit}`,
      },
    }),
  };
}

function shortened(text: string): string {
  return text.length > MAX_NAME ? `${text.slice(0, MAX_NAME - 1)}…` : text;
}
