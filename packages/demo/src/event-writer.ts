import type { Source } from './catalogue';
import { SHOP_HOST } from './catalogue';
import type { Random } from './random';
import type { Visitor } from './visitor';

/** An event in the format that `/batch/` accepts. */
export interface ShopEvent {
  readonly uuid: string;
  readonly event: string;
  readonly distinct_id: string;
  /** ISO 8601, UTC. */
  readonly timestamp: string;
  readonly properties: Readonly<Record<string, unknown>>;
}

/** Writes the events of one visit in the order of time. */
export interface EventWriter {
  readonly events: readonly ShopEvent[];
  /** Advances the time by a random number of seconds between `low` and `high`. */
  wait(low: number, high: number): void;
  /** Opens a page and writes its page view; later events have the URL of this page. */
  visit(path: string): void;
  write(event: string, properties?: Readonly<Record<string, unknown>>): void;
  /** The time of the next event, in milliseconds since 1970. */
  readonly nowMs: number;
}

export function createEventWriter(
  random: Random,
  visitor: Visitor,
  source: Source,
  startMs: number,
): EventWriter {
  const events: ShopEvent[] = [];
  const context = {
    ...contextOf(visitor, source),
    $session_id: random.uuid(startMs),
    $window_id: random.uuid(startMs),
  };
  let atMs = startMs;
  /** When the current page was opened, in milliseconds since 1970. */
  let openedAtMs = startMs;
  let path = '/';
  let referrer = source.referrer;
  const url = (): string => `https://${SHOP_HOST}${path}`;
  /** The properties that posthog-js adds to the event that ends the view of a page. */
  const endOfView = () => ({
    $prev_pageview_pathname: path,
    $prev_pageview_duration: (atMs - openedAtMs) / 1_000,
  });
  const write: EventWriter['write'] = (event, properties = {}) => {
    events.push({
      uuid: random.uuid(atMs),
      event,
      distinct_id: visitor.userId ?? visitor.anonymousId,
      timestamp: new Date(atMs).toISOString(),
      properties: {
        ...context,
        $current_url: url(),
        $pathname: path,
        $referrer: referrer,
        ...(visitor.userId !== null && groupsOf(visitor)),
        ...(event === '$pageleave' && endOfView()),
        ...properties,
      },
    });
  };
  return {
    events,
    write,
    wait(low, high) {
      atMs += random.between(low * 1_000, high * 1_000);
    },
    visit(to) {
      const isLanding = events.length === 0;
      const ended = isLanding ? {} : endOfView();
      if (!isLanding) referrer = url();
      path = to;
      openedAtMs = atMs;
      const query = new URLSearchParams(source.utm).toString();
      const landing = isLanding && query !== '' ? { $current_url: `${url()}?${query}` } : {};
      write('$pageview', { ...landing, ...ended });
    },
    get nowMs() {
      return atMs;
    },
  };
}

function contextOf({ device, place, variant }: Visitor, source: Source) {
  return {
    $lib: 'web',
    $host: SHOP_HOST,
    $referring_domain: source.referringDomain,
    ...source.utm,
    $browser: device.browser,
    $browser_version: device.browserVersion,
    $os: device.os,
    $device_type: device.type,
    $screen_width: device.width,
    $screen_height: device.height,
    $timezone: place.timezone,
    // The place is set here, because the IP address of the request is that of this installation.
    $geoip_disable: true,
    $geoip_country_code: place.countryCode,
    $geoip_country_name: place.country,
    $geoip_city_name: place.city,
    '$feature/new-checkout': variant,
    $active_feature_flags: ['new-checkout'],
  };
}

function groupsOf({ account: { company } }: Visitor) {
  return company === null ? {} : { $groups: { company: company.key } };
}
