import { performance } from 'node:perf_hooks';
import type { LoggedEventV1 } from '@tidemark/contracts';
import { compileRules, normalizeEvent, parseEntry } from '@tidemark/domain';
import type { IngestionRule } from '@tidemark/domain';
import { benchEvent, PLACEHOLDERS } from '../ingest/events';
import { median } from '../median';

const ROUNDS = 7;
const EVENTS = 2_000;
const KEY = 'key of the bench';
const DETECTORS = ['email', 'card', 'iban', 'token'];

type Kind = IngestionRule['kind'];

function rule(id: number, kind: Kind, config: object, conditions: object[] = []): IngestionRule {
  return { id: String(id), name: kind, kind, config, conditions };
}

/** The ingestion rules of a typical project; most apply to some events only. */
function twentyRules(): IngestionRule[] {
  const rules: [Kind, object, object[]?][] = [
    ['drop', {}, [{ field: 'user_agent', operator: 'icontains', value: ['bot', 'spider'] }]],
    ['drop', {}, [{ field: 'ip', operator: 'in_range', value: ['10.0.0.0/8', '2001:db8::/32'] }]],
    ['drop', {}, [{ field: 'event', value: ['noise', 'heartbeat'] }]],
    ['drop', {}, [{ field: 'distinct_id', operator: 'starts_with', value: 'test-' }]],
    ['drop', {}, [{ field: 'property', key: '$host', operator: 'regex', value: '^localhost' }]],
    ['sample', { rate: 0.999 }],
    ['sample', { rate: 0.1 }, [{ field: 'event', value: 'scroll' }]],
    ['redact', { detectors: DETECTORS, properties: ['password', 'ssn', 'phone'] }],
    ['hash', { properties: ['$ip', 'customer_number'] }],
    ['hash', { detectors: ['email'] }, [{ field: 'event', value: 'signed up' }]],
    ['rename', { what: 'property', from: 'colour', to: 'color' }],
    ['rename', { what: 'property', from: 'planName', to: 'plan' }],
    ['rename', { what: 'event', from: 'Sign up', to: 'signed up' }],
    ['set', { property: 'region', value: 'eu' }],
    ['set', { property: 'source', value: 'web', overwrite: false }],
    ['set', { property: 'env', value: 'test' }, [{ field: 'property', key: 'debug', value: true }]],
  ];
  for (const event of ['$pageview', '$autocapture', '$identify', 'paid']) {
    const properties = [
      { name: '$current_url', type: 'string', required: true },
      { name: '$screen_width', type: 'number' },
    ];
    rules.push(['schema', { properties }, [{ field: 'event', value: event }]]);
  }
  return rules.map(([kind, config, conditions], index) => rule(index, kind, config, conditions));
}

/**
 * Measures the evaluation of ingestion rules against parsing the same events, which the worker does for each event
 * anyway.
 */
export function benchRules(): Promise<void> {
  const raw = Array.from({ length: EVENTS }, (_, number) => rawEvent(number));
  const entries = raw.flatMap((text): LoggedEventV1[] => {
    const parsed = parseEntry(text);
    return parsed.kind === 'entry' ? [parsed.entry] : [];
  });
  const bytes = Math.round(raw.reduce((sum, text) => sum + text.length, 0) / raw.length);
  const rules = twentyRules();
  const cases: [string, readonly IngestionRule[]][] = [
    [`${rules.length} rules`, rules],
    ['without those that redact or hash', rules.filter(({ kind }) => !/redact|hash/.test(kind))],
    ['one rule with all detectors', rules.filter(({ kind }) => kind === 'redact')],
  ];
  const compiled = cases.map(([name, own]) => ({ name, rules: compileRules(own, KEY) }));
  const floors: number[] = [];
  const times = compiled.map((): number[] => []);
  for (let round = 0; round < ROUNDS; round += 1) {
    floors.push(perEvent(raw, readAndNormalize));
    compiled.forEach(({ rules: own }, index) =>
      times[index]?.push(perEvent(entries, (entry) => own.apply(entry))),
    );
  }
  const floor = median(floors);
  console.log(`rules: events of ${bytes} bytes, medians of ${ROUNDS} rounds`);
  console.log(`  floor: parse and normalise an event: ${floor.toFixed(1)} µs`);
  compiled.forEach(({ name }, index) => {
    const time = median(times[index] ?? []);
    const ratio = (time / floor).toFixed(2);
    console.log(`  ${name}: ${time.toFixed(1)} µs per event, ${ratio} of the floor`);
  });
  return Promise.resolve();
}

function rawEvent(number: number): string {
  const { event, distinct_id, properties } = benchEvent(number * 37) as LoggedEventV1;
  return JSON.stringify({
    ...{ v: 1, team_id: 1, uuid: '0190f7a8-3b7c-7def-8123-456789abcdef', event, distinct_id },
    ...{ timestamp: '2026-01-02T03:04:05.678Z', captured_at: '2026-01-02T03:04:05.678Z' },
    ...{ ip: '192.0.2.7', historical_migration: false, properties },
  }).replace(PLACEHOLDERS.deviceId, '0190f7a8-3b7c-7def-8123-456789abcdee');
}

function readAndNormalize(text: string): unknown {
  const parsed = parseEntry(text);
  return parsed.kind === 'entry' ? normalizeEvent(parsed.entry, { anonymizeIps: false }) : null;
}

/** The microseconds per item. */
function perEvent<T>(items: readonly T[], work: (item: T) => unknown): number {
  const started = performance.now();
  for (const item of items) work(item);
  return ((performance.now() - started) / items.length) * 1_000;
}
