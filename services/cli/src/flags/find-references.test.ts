import fc from 'fast-check';
import { findReferences } from './find-references';

const KEYS = new Set(['new-checkout']);
const kindOf = (text: string) => findReferences(text, KEYS).map(({ kind }) => kind);

it.each([
  ["posthog.isFeatureEnabled('new-checkout')"],
  ['posthog.getFeatureFlag("new-checkout", { send_event: false })'],
  ['await client.getFeatureFlagPayload(\n  `new-checkout`,\n  id)'],
  ["const on = useFeatureFlagEnabled('new-checkout')"],
  ["useFeatureFlagVariantKey<Variant>('new-checkout')"],
  ['<PostHogFeature\n  match={true}\n  flag="new-checkout"\n>'],
  ["<PostHogFeature flag={'new-checkout'}>"],
  ['posthog.feature_enabled("new-checkout", "user")'],
  ["posthog.get_feature_flag(key='new-checkout', distinct_id=user.id())"],
  ["posthog.is_feature_enabled 'new-checkout', id"],
  ["PostHog::isFeatureEnabled('new-checkout', $id)"],
  [
    'client.IsFeatureEnabled(posthog.FeatureFlagPayload{\n\tDistinctId: id(),\n\tKey: "new-checkout",\n})',
  ],
  ['await posthog.IsFeatureEnabledAsync("new-checkout", id)'],
  ['PostHogSDK.shared.isFeatureEnabled("new-checkout")'],
  ["await Posthog().isFeatureEnabled('new-checkout')"],
  ['PostHog.feature_flag("new-checkout", "user")'],
  ['client.is_feature_enabled("new-checkout".to_string(), id)'],
  ["await client.getBooleanValue('new-checkout', false)"],
  ['client.BooleanValue(ctx, "new-checkout", false, target)'],
  ["posthog.feature_enabled? 'new-checkout'"],
  ['client.getFlag <string> (\n  "new-checkout")'],
])('takes %j for a call', (text) => {
  expect(kindOf(text)).toEqual(['call']);
});

it.each([
  ["const KEY = 'new-checkout'"],
  ['flags:\n  new-checkout: true'],
  ['// the flag new-checkout is gone'],
  ["posthog.capture('new-checkout')"],
  ['run --new-checkout--'],
  ["isFeatureEnabled\n'new-checkout'"],
  ["isFeatureEnabled>('new-checkout')"],
  ["isFeatureEnabled('other'); log('new-checkout')"],
  ["isFeatureEnabled(other).then(() => show('new-checkout'))"],
])('takes %j for a text', (text) => {
  expect(kindOf(text)).toEqual(['text']);
});

const key = fc.stringMatching(/^[a-z0-9_][a-z0-9_-]{0,10}[a-z0-9_]$/);
const filler = fc.stringMatching(/^[ A-Z(){};,.=\n]{0,30}$/);

it('finds a key at any position, with its line', () => {
  fc.assert(
    fc.property(key, filler, filler, (one, before, after) => {
      const text = `${before} '${one}' ${after}`;
      const line = before.split('\n').length;
      expect(findReferences(text, new Set([one]))).toEqual([
        { key: one, line, kind: expect.any(String) as string },
      ]);
    }),
  );
});

it('never finds a key inside a longer word', () => {
  fc.assert(
    fc.property(key, fc.stringMatching(/^[a-z0-9_]{1,5}$/), (one, more) => {
      const keys = new Set([one]);
      expect(findReferences(`"${one}${more}" "${more}${one}"`, keys)).toEqual([]);
      expect(findReferences(`"${one}-${more}" "${more}-${one}"`, keys)).toEqual([]);
    }),
  );
});

it('finds each line and key once, and only keys that the text contains', () => {
  fc.assert(
    fc.property(
      fc.string({ maxLength: 200 }),
      fc.uniqueArray(key, { maxLength: 5 }),
      (text, keys) => {
        const found = findReferences(text, new Set(keys));
        const lines = text.split('\n');
        for (const reference of found) expect(lines[reference.line - 1]).toContain(reference.key);
        const places = found.map((one) => `${one.line} ${one.key}`);
        expect(new Set(places).size).toBe(places.length);
      },
    ),
  );
});
