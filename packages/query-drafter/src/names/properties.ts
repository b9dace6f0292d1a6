import type { PropertyName, Taxonomy } from '../draft';
import { createNameIndex } from './match-name';
import { stemsOf } from './normalise';

const event = (name: string): PropertyName => ({ owner: 'event', name });
const expression = (name: string): PropertyName => ({ owner: 'expression', name });

/** Words that people use for the properties that SDKs send, and for columns of every event. */
const SPOKEN: readonly (readonly [words: string, property: PropertyName])[] = [
  ['browser', event('$browser')],
  ['browser version', event('$browser_version')],
  ['os|operating system|platform', event('$os')],
  ['device|device type|form factor', event('$device_type')],
  ['country|nation', event('$geoip_country_name')],
  ['country code', event('$geoip_country_code')],
  ['city|town', event('$geoip_city_name')],
  ['continent', event('$geoip_continent_name')],
  ['region|state|province', event('$geoip_subdivision_1_name')],
  ['page|path|pathname|landing page', event('$pathname')],
  ['url|link|address', event('$current_url')],
  ['host|domain|site|website|hostname', event('$host')],
  ['referrer|referer|referring domain|traffic source', event('$referring_domain')],
  ['source|utm source', event('utm_source')],
  ['medium|utm medium', event('utm_medium')],
  ['campaign|utm campaign', event('utm_campaign')],
  ['screen|screen name', event('$screen_name')],
  ['app version', event('$app_version')],
  ['library|sdk', event('$lib')],
  ['language|locale', event('$browser_language')],
  ['event|event name|event type', expression('event')],
  ['person|user|visitor|customer|people', expression('person_id')],
  ['distinct id', expression('distinct_id')],
  ['session', event('$session_id')],
  ['weekday|day of the week|day of week', expression('toDayOfWeek(timestamp)')],
  ['hour of the day|hour of day|time of day', expression('toHour(timestamp)')],
];

const byWords = new Map(
  SPOKEN.flatMap(([words, property]) =>
    words.split('|').map((word) => [stemsOf(word).join(''), property] as const),
  ),
);

export interface PropertyNames {
  /** Returns the property that a phrase names; null if it names no known property. */
  find(phrase: string, tolerance?: 'near' | 'loose'): PropertyName | null;
}

/** HogQL cannot contain property names with these characters. */
const UNWRITABLE = /[%\p{Cc}]/u;

export function createPropertyNames(taxonomy: Taxonomy): PropertyNames {
  const writable = (names: readonly string[]) =>
    createNameIndex(names.filter((name) => name !== '' && !UNWRITABLE.test(name)));
  const events = writable(taxonomy.eventProperties);
  const persons = writable(taxonomy.personProperties);
  const ownProperty = (
    phrase: string,
    tolerance: 'exact' | 'near' | 'loose',
  ): PropertyName | null => {
    const ofEvents = events.find(phrase, tolerance);
    if (ofEvents !== null) return { owner: 'event', name: ofEvents };
    const ofPersons = persons.find(phrase, tolerance);
    return ofPersons === null ? null : { owner: 'person', name: ofPersons };
  };
  return {
    find: (phrase, tolerance = 'near') =>
      ownProperty(phrase, 'exact') ??
      byWords.get(stemsOf(phrase).join('')) ??
      ownProperty(phrase, tolerance),
  };
}
