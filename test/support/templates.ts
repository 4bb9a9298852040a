import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { withClient } from '../../harness/database.ts';
import { addressOf, createDatabase, localesOf } from './postgres.ts';
import { openRole } from './role.ts';
import { root } from './root.ts';

/** The databases that test files clone, by the locale that they are in. */
export interface Templates {
  plain: string;
  other: string;
}

/** Everything that decides what is in the templates, and in the folder of the server that has them. */
const sources = [
  ...['sql/**/*.sql', 'sql/*.txt', 'src/database/**/*.ts', 'package-lock.json'],
  ...['test/support/{embedded,postgres,role,templates}.ts'],
];

/** Changes when the templates have to be made anew. */
export function templatesKey(): string {
  const hash = createHash('sha256');
  for (const path of globSync(sources, { cwd: root }).sort())
    hash.update(`${path}\0`).update(readFileSync(join(root, path)));
  return hash.digest('hex').slice(0, 16);
}

/** Makes the templates on a server, with names that begin with `name`, and prints the other locale. */
export async function makeTemplates(server: string, name: string): Promise<Templates> {
  const { migrate } = await import('../../src/database/migrate.ts');
  return withClient(server, async admin => {
    await openRole(admin);
    const [plain, other = plain] = await localesOf(admin);
    const templates = { plain: name, other: `${name}_locale` };
    for (const [database, locale] of [
      [templates.plain, plain],
      [templates.other, other],
    ] as const) {
      await createDatabase(admin, database, locale);
      await migrate(addressOf(server, database));
    }
    return templates;
  });
}
