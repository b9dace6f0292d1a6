import { Buffer } from 'node:buffer';

/**
 * Returns a CycloneDX 1.6 document of all packages in a pnpm lockfile (version 9).
 *
 * @param lock the parsed lockfile
 * @param workspace `{ name, version, license }` of the root package
 * @param licenseOf returns the licence in the package.json of an installed package, or null
 * @param timestamp ISO 8601
 */
export function sbomOf(lock, workspace, licenseOf, timestamp) {
  const production = reachable(lock, ({ dependencies }) => dependencies);
  const components = Object.entries(lock.packages)
    .map(([id, { resolution }]) => component(id, resolution, production.has(id), licenseOf))
    .sort(byRef);
  const known = new Set(components.map(({ 'bom-ref': ref }) => ref));
  const root = `${workspace.name}@${workspace.version}`;
  const direct = Object.values(lock.importers).flatMap((importer) => targetsOf(importer));
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      timestamp,
      component: {
        ...{ type: 'application', 'bom-ref': root, name: workspace.name },
        ...{ version: workspace.version, licenses: [{ license: { id: workspace.license } }] },
      },
    },
    components,
    dependencies: [
      { ref: root, dependsOn: refs(direct, known) },
      ...groupByPackage(lock.snapshots)
        .map(([ref, targets]) => ({ ref, dependsOn: refs(targets, known) }))
        .sort((a, b) => (a.ref < b.ref ? -1 : 1)),
    ],
  };
}

function component(id, resolution, runs, licenseOf) {
  const at = id.lastIndexOf('@');
  const [name, version] = [id.slice(0, at), id.slice(at + 1)];
  const license = licenseOf(name, version);
  const [algorithm, checksum] = resolution.integrity?.split(/-(.*)/s) ?? [];
  return {
    ...{ type: 'library', 'bom-ref': id, name, version },
    purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
    scope: runs ? 'required' : 'excluded',
    ...(checksum && {
      hashes: [
        {
          alg: algorithm.replace(/^sha/, 'SHA-'),
          content: Buffer.from(checksum, 'base64').toString('hex'),
        },
      ],
    }),
    ...(license && { licenses: licensesOf(license) }),
  };
}

/** Converts a licence to an SPDX id or an SPDX expression; any other text is kept as the name of the licence. */
function licensesOf(license) {
  if (/^[A-Za-z0-9.+-]+$/.test(license)) return [{ license: { id: license } }];
  if (/^[A-Za-z0-9.+\-() ]+$/.test(license) && !license.startsWith('SEE ')) {
    return [{ expression: license }];
  }
  return [{ license: { name: license } }];
}

/**
 * The packages that the services need, directly or through other packages. `pick` returns the direct dependencies to
 * follow.
 */
function reachable(lock, pick) {
  const seen = new Set();
  const open = Object.entries(lock.importers)
    .filter(([folder]) => folder.startsWith('services/'))
    .flatMap(([folder, importer]) => linked(lock, folder, importer, pick, new Set()));
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (seen.has(id)) continue;
    seen.add(id);
    open.push(...snapshotTargets(lock.snapshots[id] ?? {}));
  }
  return new Set([...seen].map(withoutPeers));
}

/**
 * The direct dependencies of an importer, and those of the workspace packages that it depends on; the lockfile has the
 * prefix `link:` for these.
 */
function linked(lock, folder, importer, pick, visited) {
  if (importer === undefined || visited.has(folder)) return [];
  visited.add(folder);
  return Object.entries({ ...pick(importer), ...importer.optionalDependencies }).flatMap(
    ([name, { version }]) => {
      if (!version.startsWith('link:')) return [idOf(name, version)];
      const target = new URL(version.slice('link:'.length), `file:///${folder}/`).pathname.slice(1);
      return linked(lock, target, lock.importers[target], pick, visited);
    },
  );
}

function targetsOf({ dependencies, devDependencies, optionalDependencies }) {
  const all = { ...dependencies, ...devDependencies, ...optionalDependencies };
  return Object.entries(all)
    .filter(([, { version }]) => !version.startsWith('link:'))
    .map(([name, { version }]) => idOf(name, version));
}

function snapshotTargets({ dependencies, optionalDependencies }) {
  return Object.entries({ ...dependencies, ...optionalDependencies }).map(([name, version]) =>
    idOf(name, version),
  );
}

/** The id of a dependency. If a package is installed under another name, the version already contains its whole id. */
function idOf(name, version) {
  return /^(@[^/@]+\/)?[^@()]+@/.test(version) ? version : `${name}@${version}`;
}

/** Combines the entries of each package: the lockfile has one entry for each combination of peer dependencies. */
function groupByPackage(snapshots) {
  const found = new Map();
  for (const [id, snapshot] of Object.entries(snapshots)) {
    const ref = withoutPeers(id);
    found.set(ref, [...(found.get(ref) ?? []), ...snapshotTargets(snapshot)]);
  }
  return [...found];
}

function withoutPeers(id) {
  return id.replace(/\(.*$/s, '');
}

function refs(ids, known) {
  return [...new Set(ids.map(withoutPeers))].filter((ref) => known.has(ref)).sort();
}

function byRef(a, b) {
  return a['bom-ref'] < b['bom-ref'] ? -1 : 1;
}
