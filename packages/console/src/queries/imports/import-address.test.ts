import { ADDRESS_FORMS, addressBody, EMPTY_ADDRESS } from './import-address';

const given = { ...EMPTY_ADDRESS, project: '77', user: 'u', key: 'k', from: '2026-01-01' };

it('sends what the source needs, and no empty field', () => {
  expect(addressBody('mixpanel', given)).toEqual({
    ...{ source: 'mixpanel', project: '77', user: 'u', key: 'k', from: '2026-01-01' },
  });
  expect(addressBody('amplitude', { ...given, to: '2026-01-31' })).toEqual({
    ...{ source: 'amplitude', user: 'u', key: 'k', from: '2026-01-01', to: '2026-01-31' },
  });
  expect(addressBody('posthog', { ...given, address: 'https://eu.posthog.com' })).toEqual({
    ...{ source: 'posthog', address: 'https://eu.posthog.com', project: '77', key: 'k' },
  });
});

it('hides every credential while it is typed', () => {
  for (const { fields } of Object.values(ADDRESS_FORMS)) {
    expect(fields.find(({ name }) => name === 'key')?.type).toBe('password');
  }
});
