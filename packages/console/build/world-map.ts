import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import type { GeoProjection } from 'd3-geo';
import { geoEqualEarth, geoPath } from 'd3-geo';
import { whereNumeric } from 'iso-3166-1';
import { feature } from 'topojson-client';
import type { Plugin } from 'vite';

const ID = 'virtual:world-map';
const RESOLVED = `\0${ID}`;
const WIDTH = 960;
/** The southern edge of the map, in degrees. Further south there is only ice, which would take a fifth of the map. */
const SOUTH = -57;
const ANTARCTICA = 'AQ';
/** Codes in common use for countries without a code in ISO 3166-1. */
const CODES: Readonly<Record<string, string>> = { Kosovo: 'XK' };

type Atlas = Parameters<typeof feature>[0];
type Countries = Extract<ReturnType<typeof feature>, { type: 'FeatureCollection' }>;
type Country = Countries['features'][number];

/**
 * `import map from 'virtual:world-map'`: the countries of Natural Earth as SVG paths. They are projected while the
 * console is built, so that browsers load neither the projection nor its library. Countries that the coarse outlines
 * omit are points.
 */
export function worldMap(): Plugin {
  return {
    name: 'world-map',
    resolveId: (id) => (id === ID ? RESOLVED : undefined),
    load: (id) => (id === RESOLVED ? `export default ${JSON.stringify(drawnWorld())};` : undefined),
  };
}

function drawnWorld() {
  const projection = geoEqualEarth().fitWidth(WIDTH, { type: 'Sphere' });
  const path = geoPath(projection).digits(1);
  const shapes = countriesOf('110m').flatMap((country) => {
    const code = codeOf(country);
    const outline = path(country);
    return code === ANTARCTICA || outline === null ? [] : [{ code, path: outline }];
  });
  const drawn = new Set(shapes.map(({ code }) => code));
  const points = countriesOf('50m').flatMap((country) => {
    const code = codeOf(country);
    if (code === null || drawn.has(code) || code === ANTARCTICA) return [];
    drawn.add(code);
    const [x, y] = path.centroid(country);
    return [{ code, x: Math.round(x * 10) / 10, y: Math.round(y * 10) / 10 }];
  });
  return { width: WIDTH, height: heightOf(projection), shapes, points };
}

function heightOf(projection: GeoProjection): number {
  return Math.ceil(projection([0, SOUTH])?.[1] ?? 0);
}

function countriesOf(detail: '110m' | '50m'): readonly Country[] {
  const file = createRequire(import.meta.url).resolve(`world-atlas/countries-${detail}.json`);
  const atlas = JSON.parse(readFileSync(file, 'utf8')) as Atlas;
  const { countries } = atlas.objects;
  if (countries === undefined) throw new Error(`${file} has no countries.`);
  const collection = feature(atlas, countries);
  if (collection.type !== 'FeatureCollection') throw new Error(`${file} has one country only.`);
  return collection.features;
}

/** The code of two letters; null for land without a code, or land that several states claim. */
function codeOf({ id, properties }: Country): string | null {
  const name: unknown = properties?.['name'];
  return whereNumeric(String(id ?? ''))?.alpha2 ?? CODES[String(name)] ?? null;
}
