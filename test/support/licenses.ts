import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from './root.ts';

export const licensesFile = join(root, 'docs/licenses.md');

/** A package that production installs, as in the lock file. */
interface Package {
  name: string;
  license: string;
}

/** The packages that `npm ci --omit=dev` installs, on any platform, by name. */
export async function productionPackages(): Promise<Package[]> {
  const { packages } = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8'));
  const found = Object.entries<{ dev?: boolean; link?: boolean; license?: string }>(packages)
    .filter(([path, { dev, link }]) => /(^|\/)node_modules\//.test(path) && !dev && !link)
    .map(([path, { license = 'none' }]) => ({ name: path.replace(/^.*node_modules\//, ''), license }));
  return found.sort((a, b) => (a.name < b.name ? -1 : 1));
}

const introduction = `# Licenses

For those who need to know what production installs, and under which licenses. \`npm run licenses\` writes this page from
\`package-lock.json\`, which has the versions.

All of them ask for attribution at most, except libvips, the library with which \`sharp\` converts logos. It is under the
LGPL-3.0-or-later, and stays a file of its own that is loaded when it is used: who passes Corkboard on with it passes its
license on too, and lets others replace that file. \`npm ci\` installs the package of one platform.
`;

/** The text of docs/licenses.md, which lists these packages by license. */
export async function listLicenses(): Promise<string> {
  const byLicense = Map.groupBy(await productionPackages(), ({ license }) => license);
  const inOrder = [...byLicense].sort(([a], [b]) => (a < b ? -1 : 1));
  const lists = inOrder.map(([license, packages]) => {
    const names = new Set(packages.map(({ name }) => `\`${name}\``));
    return `**${license}**: ${[...names].join(', ')}`.replace(/(.{1,119})(?: |$)/g, '$1\n');
  });
  return [introduction, ...lists].join('\n');
}
