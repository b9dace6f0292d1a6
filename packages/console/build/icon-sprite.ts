import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { ICONS } from '../src/ui/icon/icon-names';

const ID = 'virtual:icon-sprite';
const RESOLVED = `\0${ID}`;

interface IconSet {
  readonly icons: Readonly<Record<string, { readonly body: string } | undefined>>;
  readonly aliases?: Readonly<Record<string, { readonly parent: string } | undefined>>;
}

/** `import url from 'virtual:icon-sprite'`: one SVG file with the icons that the console names. */
export function iconSprite(): Plugin {
  let isBuild = true;
  return {
    name: 'icon-sprite',
    configResolved(config) {
      isBuild = config.command === 'build';
    },
    resolveId: (id) => (id === ID ? RESOLVED : undefined),
    load(id) {
      if (id !== RESOLVED) return undefined;
      if (!isBuild) return `export default '/console/icon-sprite.svg';`;
      const reference = this.emitFile({ type: 'asset', name: 'icons.svg', source: sprite() });
      return `export default import.meta.ROLLUP_FILE_URL_${reference};`;
    },
    configureServer(server) {
      server.middlewares.use('/console/icon-sprite.svg', (_request, response) => {
        response.setHeader('Content-Type', 'image/svg+xml');
        response.end(sprite());
      });
    },
  };
}

function sprite(): string {
  const folder = createRequire(import.meta.url).resolve('@iconify-json/lucide/package.json');
  const set = JSON.parse(readFileSync(join(folder, '..', 'icons.json'), 'utf8')) as IconSet;
  const symbols = ICONS.map((name) => {
    const icon = set.icons[name] ?? set.icons[set.aliases?.[name]?.parent ?? ''];
    if (icon === undefined) throw new Error(`Lucide has no icon named ${name}.`);
    return `<symbol id="${name}" viewBox="0 0 24 24">${icon.body}</symbol>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg">${symbols.join('')}</svg>`;
}
