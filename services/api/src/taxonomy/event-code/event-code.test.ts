import type { EventShape } from '@tidemark/postgres';
import fc from 'fast-check';
import ts from 'typescript';
import { golang, python, typescript } from '.';

const EVENTS: readonly EventShape[] = [
  {
    name: 'order paid',
    properties: [
      { name: 'amount', type: 'Numeric' },
      { name: 'file-name', type: 'String' },
      { name: 'file_name', type: null },
      { name: 'paid at', type: 'DateTime' },
    ],
  },
  { name: 'order_paid', properties: [] },
  { name: '2fa', properties: [{ name: 'ok', type: 'Boolean' }] },
];

const lines = (code: string, pattern: RegExp) =>
  code.split('\n').filter((line) => pattern.test(line));

it('writes an interface of the events in TypeScript', () => {
  const code = typescript.generate(EVENTS);
  expect(code.slice(code.indexOf('{\n'), code.indexOf('\n}\n'))).toContain(`  "order paid": {
    "amount"?: number | \`\${number}\`
    "file-name"?: string
    "file_name"?: any
    "paid at"?: string | number | Date
  }
  "order_paid": Record<string, any>
  "2fa": {
    "ok"?: boolean | 'true' | 'false'
  }`);
});

it('writes functions with identifiers of their own in Go', () => {
  const code = golang.generate(EVENTS);
  expect(lines(code, /^func [A-Z]|^type/)).toEqual([
    'type OrderPaidOption func(*posthog.Capture)',
    'func OrderPaidWithAmount(value float64) OrderPaidOption {',
    'func OrderPaidWithFileName(value string) OrderPaidOption {',
    'func OrderPaidWithFileName2(value interface{}) OrderPaidOption {',
    'func OrderPaidWithPaidAt(value time.Time) OrderPaidOption {',
    'func OrderPaidWithExtraProps(properties posthog.Properties) OrderPaidOption {',
    'func OrderPaidCapture(distinctId string, options ...OrderPaidOption) posthog.Capture {',
    'func OrderPaidCaptureFromBase(base posthog.Capture, options ...OrderPaidOption) posthog.Capture {',
    'func OrderPaidCapture2(distinctId string, properties ...posthog.Properties) posthog.Capture {',
    'type Event2faOption func(*posthog.Capture)',
    'func Event2faWithOk(value bool) Event2faOption {',
    'func Event2faWithExtraProps(properties posthog.Properties) Event2faOption {',
    'func Event2faCapture(distinctId string, options ...Event2faOption) posthog.Capture {',
    'func Event2faCaptureFromBase(base posthog.Capture, options ...Event2faOption) posthog.Capture {',
  ]);
  expect(code).toContain('"time"');
  expect(golang.generate(EVENTS.slice(1))).not.toContain('"time"');
  expect(golang.generate([])).not.toContain('import');
});

it('writes overloads in Python, but not for a single event', () => {
  const code = python.generate(EVENTS);
  expect(lines(code, /^\S+Props2? = |^ {8}"|event: /)).toEqual([
    'OrderPaidProps = TypedDict(',
    '        "amount": float,',
    '        "file-name": str,',
    '        "file_name": Any,',
    '        "paid at": Union[str, datetime],',
    'OrderPaidProps2 = Dict[str, Any]',
    'Event2faProps = TypedDict(',
    '        "ok": bool,',
    '    event: Literal["order paid"],',
    '    event: Literal["order_paid"],',
    '    event: Literal["2fa"],',
    '    event: str,',
  ]);
  expect(lines(python.generate(EVENTS.slice(0, 1)), /@overload|event: /)).toEqual([
    '    event: Literal["order paid"],',
  ]);
  expect(lines(python.generate([]), /event: /)).toEqual(['    event: str,']);
});

const hostile = fc.oneof(
  fc.string({ unit: 'binary' }).filter((text) => text.isWellFormed()),
  fc.constantFrom('"', '\\', '\n', '*/ x', '${z}', '"}; a()', '\u2028', '\uFEFF', '__proto__', '$'),
);
const events = fc.uniqueArray(
  fc.record({
    name: hostile,
    properties: fc.uniqueArray(
      fc.record({
        name: hostile,
        type: fc.constantFrom('Numeric' as const, 'DateTime' as const, null),
      }),
      { selector: ({ name }) => name, maxLength: 4 },
    ),
  }),
  { selector: ({ name }) => name, maxLength: 4 },
);

it('writes any name as a string in TypeScript', () => {
  fc.assert(
    fc.property(events, (shapes) => {
      const { diagnostics } = ts.transpileModule(typescript.generate(shapes), {
        reportDiagnostics: true,
      });
      expect(diagnostics).toEqual([]);
    }),
    { numRuns: 20 },
  );
});

it('declares each identifier once in Go, and has no byte order mark', () => {
  fc.assert(
    fc.property(events, (shapes) => {
      const code = golang.generate(shapes);
      const declared = [...code.matchAll(/^(?:func|type) ([A-Za-z0-9]+)/gm)].map(
        ([, name]) => name,
      );
      expect(new Set(declared).size).toBe(declared.length);
      expect(code).not.toContain('\uFEFF');
    }),
  );
});
