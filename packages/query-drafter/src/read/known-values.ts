import type { Filter } from '../draft';
import { countryCode } from '../names/countries';
import type { Prompt } from './prompt';

const PROPERTIES = {
  device: '$device_type',
  os: '$os',
  browser: '$browser',
} as const;

/** Words that people use for values that SDKs send. */
const VALUES: Readonly<
  Record<string, readonly [property: keyof typeof PROPERTIES, value: string]>
> = {
  mobile: ['device', 'Mobile'],
  phone: ['device', 'Mobile'],
  phones: ['device', 'Mobile'],
  desktop: ['device', 'Desktop'],
  desktops: ['device', 'Desktop'],
  tablet: ['device', 'Tablet'],
  tablets: ['device', 'Tablet'],
  ios: ['os', 'iOS'],
  iphone: ['os', 'iOS'],
  android: ['os', 'Android'],
  windows: ['os', 'Windows'],
  macos: ['os', 'Mac OS X'],
  mac: ['os', 'Mac OS X'],
  linux: ['os', 'Linux'],
  chrome: ['browser', 'Chrome'],
  safari: ['browser', 'Safari'],
  firefox: ['browser', 'Firefox'],
  edge: ['browser', 'Microsoft Edge'],
  opera: ['browser', 'Opera'],
};

const NOT =
  '(?:excluding|exclude|except(?:\\s+for)?|other than|ignoring|not (?:on|from|in|using)|without)';
const IN = '(?:on|using|via|with|in|from|for)';
const WORD = new RegExp(
  `\\b(?:(${NOT})\\s+|${IN}\\s+)?(?:the\\s+|a\\s+)?(${Object.keys(VALUES).join('|')})(?:\\s+devices?)?\\b(?!\\s*version)`,
  'i',
);
const PLACE = new RegExp(
  `\\b(?:(${NOT})|from|in|within|of|outside(?:\\s+of)?)\\s+(?=\\p{L})`,
  'iu',
);
const PATH = new RegExp(`\\b(?:(${NOT})|on|of|to|for|at)\\s+(/[^\\s]*)`, 'i');
const PAGE = /\b(?:on|of|to)\s+(?:the\s+|our\s+)?([\p{L}\d_-]+)\s+page\b/iu;
const SITE = /\bfrom\s+(google|facebook|twitter|bing|linkedin|reddit|youtube|[\w-]+\.[\w.-]+)\b/i;
const MAX_FILTERS = 6;

/**
 * Reads filters by well-known values, such as `on mobile`, `in Chrome`, `from Germany`, `on /pricing` or `from google`;
 * each can be negated.
 */
export function readKnownValues(prompt: Prompt): readonly Filter[] {
  const found: Filter[] = [];
  const readers = [readWord, readPath, readSite, readPlace];
  for (const read of readers) {
    for (
      let next = read(prompt);
      next !== null && found.length < MAX_FILTERS;
      next = read(prompt)
    ) {
      found.push(next);
    }
  }
  return found;
}

function readWord(prompt: Prompt): Filter | null {
  const match = prompt.take(WORD);
  const known = VALUES[(match?.[2] ?? '').toLowerCase()];
  if (match === null || known === undefined) return null;
  const [property, value] = known;
  return equality(PROPERTIES[property], value, match[1] !== undefined);
}

function readPath(prompt: Prompt): Filter | null {
  const path = prompt.take(PATH);
  if (path !== null) return equality('$pathname', path[2] ?? '', path[1] !== undefined);
  const page = prompt.take(PAGE);
  if (page === null) return null;
  return {
    property: { owner: 'event', name: '$pathname' },
    operator: 'contains',
    value: (page[1] ?? '').toLowerCase(),
  };
}

function readSite(prompt: Prompt): Filter | null {
  const match = prompt.take(SITE);
  if (match === null) return null;
  return {
    property: { owner: 'event', name: '$referring_domain' },
    operator: 'contains',
    value: (match[1] ?? '').toLowerCase(),
  };
}

function readPlace(prompt: Prompt): Filter | null {
  const pattern = new RegExp(PLACE.source, 'giu');
  for (const match of prompt.rest.matchAll(pattern)) {
    const start = match.index + match[0].length;
    const words = (prompt.rest.slice(start).split(/[¦⇒⊘]/, 1)[0] ?? '').trim().split(' ');
    for (let count = Math.min(4, words.length); count > 0; count -= 1) {
      const name = words.slice(0, count).join(' ');
      const code = countryCode(name);
      if (code === null) continue;
      // The name consists only of letters, spaces and dots, because it is in the list of countries.
      const escaped = `${match[0]}${name}`.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
      prompt.take(new RegExp(escaped, 'u'));
      const negated = match[1] !== undefined || /^outside/i.test(match[0]);
      return equality('$geoip_country_code', code, negated);
    }
  }
  return null;
}

function equality(name: string, value: string, negated: boolean): Filter {
  return { property: { owner: 'event', name }, operator: negated ? '!=' : '=', value };
}
