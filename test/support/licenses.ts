import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from './readme.ts';

export const licensesFile = join(root, 'docs/licenses.md');

/** A package that production installs, as in the lock file. */
export interface Package {
  name: string;
  version: string;
  license: string;
}

/** The packages that `npm ci --omit=dev` installs, on any platform. */
export async function productionPackages(): Promise<Package[]> {
  const { packages } = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8'));
  const found = Object.entries<{ dev?: boolean; link?: boolean; version: string; license?: string }>(packages)
    .filter(([path, { dev, link }]) => /(^|\/)node_modules\//.test(path) && !dev && !link)
    .map(([path, { version, license = 'none' }]) => ({
      name: path.replace(/^.*node_modules\//, ''),
      version,
      license,
    }));
  return found.sort((a, b) => (`${a.name}@${a.version}` < `${b.name}@${b.version}` ? -1 : 1));
}

/** The text of docs/licenses.md, which lists these packages. */
export async function listLicenses(): Promise<string> {
  const rows = (await productionPackages()).map(
    ({ name, version, license }) => `| \`${name}\` | ${version} | ${license} |`,
  );
  return `${[
    '# Licenses',
    '',
    'For those who need to know what production installs, and under which licenses. `npm run licenses` writes this page from the',
    'lock file.',
    '',
    'All of them ask for attribution at most, except libvips, the library with which `sharp` converts logos. It is under the',
    'LGPL-3.0-or-later, and stays a file of its own that is loaded when it is used: who passes Corkboard on with it passes its',
    'license on too, and lets others replace that file. `npm ci` installs the package of one platform.',
    '',
    '| Installed package | Version | License |',
    '|---|---|---|',
    ...new Set(rows),
  ].join('\n')}\n`;
}
