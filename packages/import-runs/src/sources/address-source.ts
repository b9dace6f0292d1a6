import type { AmplitudeAddress } from './days/amplitude-source';
import { amplitudeSourceName, openAmplitudeSource } from './days/amplitude-source';
import type { MixpanelAddress } from './days/mixpanel-source';
import { mixpanelSourceName, openMixpanelSource } from './days/mixpanel-source';
import type { HttpDeps } from './http/send-request';
import type { PostHogAddress } from './posthog/posthog-api';
import { openPostHogSource, postHogSourceName } from './posthog/posthog-source';
import type { ImportSource, SourceName } from './source';

/** A project of a service, which is read over HTTP, and the credential for it. */
export type SourceAddress =
  | ({ readonly source: 'posthog' } & PostHogAddress)
  | ({ readonly source: 'mixpanel' } & MixpanelAddress)
  | ({ readonly source: 'amplitude' } & AmplitudeAddress);

/** The standard URLs of export APIs; projects in other regions have other URLs. */
export const STANDARD_ADDRESSES = {
  mixpanel: 'https://data.mixpanel.com',
  amplitude: 'https://amplitude.com',
} as const;

/** Returns the name of a source, without the credential. */
export function addressSourceName(address: SourceAddress): SourceName {
  switch (address.source) {
    case 'posthog':
      return postHogSourceName(address);
    case 'mixpanel':
      return mixpanelSourceName(address);
    case 'amplitude':
      return amplitudeSourceName(address);
  }
}

/** Creates the source. Sends no request. */
export function openAddressSource(deps: HttpDeps, address: SourceAddress): ImportSource {
  switch (address.source) {
    case 'posthog':
      return openPostHogSource(deps, address);
    case 'mixpanel':
      return openMixpanelSource(deps, address);
    case 'amplitude':
      return openAmplitudeSource(deps, address);
  }
}
