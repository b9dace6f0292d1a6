export { drawChart } from './drawing/draw-chart';
export type { DrawnChart } from './drawing/draw-chart';
export type { Chart } from './reading/chart';
export { readInsight } from './reading/read-insight';
export type { InsightReading } from './reading/reading';
