import { isObject } from '@tidemark/importers';
import type { SourceAddress } from './address-source';
import { ImportSourceError } from './source';

/** Returns the credential of a source as one text, which is stored encrypted with the run. */
export function credentialText(address: SourceAddress): string {
  switch (address.source) {
    case 'posthog':
      return address.key;
    case 'mixpanel':
      return JSON.stringify({ user: address.user, secret: address.secret });
    case 'amplitude':
      return JSON.stringify({ user: address.key, secret: address.secret });
  }
}

/**
 * Returns the address of a run that was started with one.
 *
 * @param settings see `SourceName`
 * @param credential see `credentialText`
 * @throws ImportSourceError if a newer version has stored it
 */
export function storedAddress(
  source: string,
  settings: Readonly<Record<string, unknown>>,
  credential: string,
): SourceAddress {
  const setting = (name: string): string => {
    const value = settings[name];
    if (typeof value === 'string') return value;
    throw new ImportSourceError(`The import has no ${name}. Start it again.`);
  };
  const url = new URL(setting('address'));
  if (source === 'posthog') return { source, url, projectId: setting('project'), key: credential };
  const parts: unknown = JSON.parse(credential);
  const { user, secret } = isObject(parts) ? parts : {};
  const days = { from: setting('from'), to: setting('to') };
  if (typeof user === 'string' && typeof secret === 'string') {
    if (source === 'mixpanel') {
      const { time_zone: zone } = settings;
      const timeZone = typeof zone === 'string' ? zone : undefined;
      return { source, url, projectId: setting('project'), user, secret, ...days, timeZone };
    }
    if (source === 'amplitude') return { source, url, key: user, secret, ...days };
  }
  throw new ImportSourceError(`This version cannot read ${source} by an address.`);
}
