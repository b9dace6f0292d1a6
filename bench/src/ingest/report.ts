import type { Part } from './cpu';

type CpuByPart = Readonly<Record<Part, number>>;

/** Formats the CPU time of each part between two readings, in microseconds per event. */
export function formatCpu(before: CpuByPart, after: CpuByPart, events: number): string {
  const parts = Object.keys(after) as Part[];
  const micros = (part: Part): number => ((after[part] - before[part]) * 1e6) / events;
  const total = parts.reduce((sum, part) => sum + micros(part), 0);
  const each = parts.map((part) => `${part} ${micros(part).toFixed(0)}`);
  return `  CPU µs per event: ${each.join(' · ')} · all ${total.toFixed(0)}`;
}

/** Formats about twelve values of the series, and the largest one. */
export function formatLag(history: readonly number[]): string {
  const step = Math.max(1, Math.ceil(history.length / 12));
  return `${history.filter((_, i) => i % step === 0).join(' ')} (largest ${Math.max(0, ...history)})`;
}

export function quantile(values: readonly number[], q: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? Number.NaN;
}
