import { detectRuntime } from './runtime';

type Case = [explicit: string | null, agent: string | null, headers: boolean, expected: unknown];

describe('detectRuntime', () => {
  it.each<Case>([
    ['server', 'Mozilla/5.0 Firefox/130.0', true, 'server'],
    ['client', 'posthog-node/5.0', false, 'client'],
    ['SERVER', 'Mozilla/5.0 Firefox/130.0', true, 'server'],
    ['all', null, false, 'all'],
    ['moon', null, false, 'all'],
    [null, 'Mozilla/5.0 (X11) Firefox/130.0', false, 'client'],
    [null, 'posthog-node/5.70.0', false, 'server'],
    [null, 'posthog-dotnet/1.0', true, 'server'],
    [null, 'python-requests/2.32', false, 'server'],
    [null, 'my curl/8.5.0', false, 'server'],
    [null, 'posthog-ios/3.0', false, 'client'],
    [null, 'posthog-react-native/4.0', false, 'client'],
    [null, 'my posthog-node/5.0', false, null],
    [null, 'my posthog-node/5.0', true, 'client'],
    [null, null, true, 'client'],
    [null, null, false, null],
  ])('%j from %j, browser headers %s: %j', (explicit, userAgent, browserHeaders, expected) => {
    expect(detectRuntime({ explicit, userAgent, browserHeaders })).toBe(expected);
  });
});
