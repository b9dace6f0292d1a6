import type { Interval } from '../draft';
import type { Prompt } from './prompt';

const SPOKEN: Readonly<Record<string, Interval>> = {
  hourly: 'hour',
  daily: 'day',
  weekly: 'week',
  monthly: 'month',
  quarterly: 'quarter',
  yearly: 'year',
  annually: 'year',
};

/** Reads the interval, such as `per day`, `weekly` or `over time`; null if the prompt names none. */
export function readInterval(prompt: Prompt): Interval | null {
  const per = prompt.take(
    /\b(?:per|by|each|every|for each|for every|a|grouped by)\s+(minute|hour|day|week|month|quarter|year)\b(?!\s+of)/i,
  );
  if (per !== null) return (per[1] ?? 'day').toLowerCase() as Interval;
  const adverb = prompt.take(
    /\b(hourly|daily|weekly|monthly|quarterly|yearly|annually)\b(?:\s+active\b)?/i,
  );
  if (adverb !== null) return SPOKEN[(adverb[1] ?? '').toLowerCase()] ?? 'day';
  return prompt.take(
    /\b(?:over time|trend(?:s|line)?(?: of| in)?|timeline(?: of)?|time series(?: of)?)\b/i,
  )
    ? 'day'
    : null;
}

/** Whether the prompt asks for a comparison, such as `compared to the previous period`. */
export function readComparison(prompt: Prompt): boolean {
  return (
    prompt.take(
      /\b(?:(?:as\s+)?compared?(?:d)?\s+(?:to|with)|vs|versus|against|relative to)\.?\s+(?:the\s+)?(?:previous|last|prior|preceding)\s+(?:period|\d+\s+\w+|week|month|day|quarter|year)\b/i,
    ) !== null ||
    prompt.take(/\b(?:week over week|month over month|day over day|wow|mom)\b/i) !== null
  );
}
